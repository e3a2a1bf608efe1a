#include <catch2/catch.hpp>
#include <malloc.h>

#include "base/diagnostic.h"
#include "kernel/environment.h"
#include "kernel/kernel_call.h"
#include "kernel/kernel_texts.h"

namespace fiberloom {
namespace {

/// Calls a kernel without operands; the code of the Error that comes out, or ok.
ExitCode code_of(KernelCall& call) {
  try {
    call.run(1);
    call.result();
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::ok;
}

constexpr const char* kLargeArrays = R"(
  result->levels[0].segments = calloc(2, sizeof(idx));
  result->levels[0].coordinates = malloc(1 << 20);
  result->values = malloc(1 << 20);
)";

uint64_t heap_bytes() {
  const struct mallinfo2 heap = ::mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

}  // namespace

TEST_CASE("a kernel that finds no memory is a limit", "[kernel]") {
  const KernelWorkshop workshop;
  // No allocation that is too large: under a sanitizer it would end the program.
  const KernelSource source = kernel_of_body("  return FIBERLOOM_OUT_OF_MEMORY;\n");
  const CompiledKernel kernel = workshop.compiler().compile(source);
  KernelCall call(source, kernel, {}, {{"i", 3}}, {3});
  CHECK_THROWS_WITH(call.run(1), Catch::Contains("out of memory for x"));
  CHECK(code_of(call) == ExitCode::limit);
}

TEST_CASE("a division of integers by zero names the coordinate", "[kernel]") {
  const KernelWorkshop workshop;
  const KernelSource source = division_kernel();
  const CompiledKernel kernel = workshop.compiler().compile(source);
  const auto vector = [](std::vector<int32_t> values) {
    return pack({.shape = {3}, .columns = {{0, 1, 2}}, .values = Values(std::move(values))},
                parse_tensor_format("d"));
  };
  const Tensor a = vector({1, 2, 3});
  const Tensor b = vector({1, 2, 0});
  KernelCall call(source, kernel, {{"a", &a}, {"b", &b}}, {{"i", 3}}, {3});
  CHECK_THROWS_WITH(call.run(1), "integer division by zero at i=2");
  CHECK(code_of(call) == ExitCode::bad_input);
}

TEST_CASE("a result whose arrays do not fit together is no tensor", "[kernel]") {
  const KernelWorkshop workshop;
  const KernelCompiler compiler = workshop.compiler();
  const auto code = [&](const std::string& ending) {
    const KernelSource source = kernel_of_body(kLargeArrays + ending);
    const CompiledKernel kernel = compiler.compile(source);
    KernelCall call(source, kernel, {}, {{"i", 3}}, {3});
    return code_of(call);
  };
  CHECK(code("  return 0;\n") == ExitCode::ok);
  CHECK(code("  result->levels[0].positions = 1; return 0;\n") == ExitCode::internal);
  CHECK(code("  result->levels[0].positions = -1; return 0;\n") == ExitCode::internal);
  CHECK(code("  ((idx*)result->levels[0].segments)[0] = 1; return 0;\n") == ExitCode::internal);
  CHECK(code("  free(result->values); result->values = 0;\n"
             "  result->levels[0].positions = 1;\n"
             "  ((idx*)result->levels[0].segments)[1] = 1; return 0;\n") == ExitCode::internal);
  CHECK(code("  return 7;\n") == ExitCode::internal);
}

TEST_CASE("a kernel's arrays are freed, whatever happens", "[kernel]") {
  const KernelWorkshop workshop;
  const KernelCompiler compiler = workshop.compiler();
  for (const char* ending : {"  return 0;\n", "  return 1;\n", "  return 2;\n", "  return 9;\n",
                             "  result->levels[0].positions = 5; return 0;\n"}) {
    const KernelSource source = kernel_of_body(std::string(kLargeArrays) + ending);
    const CompiledKernel kernel = compiler.compile(source);
    const auto calls = [&] {
      for (int n = 0; n < 20; ++n) {
        KernelCall call(source, kernel, {}, {{"i", 3}}, {3});
        code_of(call);
        code_of(call);
      }
    };
    calls();
    const uint64_t before = heap_bytes();
    calls();
    CHECK(heap_bytes() < before + (1 << 20));  // 80 MiB, if they were kept
  }
}

}  // namespace fiberloom
