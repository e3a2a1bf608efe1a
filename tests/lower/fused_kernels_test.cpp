#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "lower/compiled_run.h"
#include "lower/trial.h"
#include "reference/compare.h"
#include "reference/evaluator.h"
#include "tensor/generate/generator.h"

// The six kernels of SparseLNR as graphs: fused, as separate statements, and as they are written.

namespace fiberloom::test {
namespace {

struct Kernel {
  std::string name;
  std::string expression;
  std::string separate;               ///< a program
  std::string formats;                ///< of the sparse operand; the others are dense
  std::vector<std::string> original;  ///< schedules
  std::vector<std::string> fused;
};

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = {
      {"SDDMM, SpMM",
       "A(i,l)=B(i,j)*C(i,k)*D(j,k)*F(j,l)",
       "T(i,j)=B(i,j)*C(i,k)*D(j,k); A(i,l)=T(i,j)*F(j,l)",
       "B:ds",
       {"reorder(i,j,k,l)"},
       {"reorder(i,j,k,l)", "loopfuse(3)"}},
      {"SpMMH, GEMM",
       "A(i,l)=B(i,j)*C(j,k)*D(j,k)*F(k,l)",
       "T(i,k)=B(i,j)*C(j,k)*D(j,k); A(i,l)=T(i,k)*F(k,l)",
       "B:ds",
       {"reorder(i,j,k,l)"},
       {"reorder(i,j,k,l)", "loopfuse(3)"}},
      {"SpMM, GEMM",
       "A(i,l)=B(i,j)*C(j,k)*D(k,l)",
       "T(i,k)=B(i,j)*C(j,k); A(i,l)=T(i,k)*D(k,l)",
       "B:ds",
       {"reorder(i,j,k,l)"},
       {"reorder(i,j,k,l)", "loopfuse(2)"}},
      {"SDDMM, SpMM, GEMM",
       "A(i,m)=B(i,j)*C(i,k)*D(j,k)*F(j,l)*G(l,m)",
       "T(i,j)=B(i,j)*C(i,k)*D(j,k); U(i,l)=T(i,j)*F(j,l); A(i,m)=U(i,l)*G(l,m)",
       "B:ds",
       {"reorder(i,j,k,l,m)"},
       {"reorder(i,j,k,l,m)", "loopfuse(4)", "loopfuse(0;3)"}},
      {"MTTKRP, GEMM",
       "A(i,m)=B(i,k,l)*D(l,j)*C(k,j)*E(j,m)",
       "T(i,j)=B(i,k,l)*D(l,j)*C(k,j); A(i,m)=T(i,j)*E(j,m)",
       "B:dss",
       {"reorder(i,k,l,j,m)"},
       {"reorder(i,k,l,j,m)", "loopfuse(3)"}},
      {"SpTTM, SpTTM",
       "A(i,j,m)=B(i,j,k)*C(k,l)*D(l,m)",
       "T(i,j,l)=B(i,j,k)*C(k,l); A(i,j,m)=T(i,j,l)*D(l,m)",
       "B:dss",
       {"reorder(i,j,k,l,m)"},
       {"reorder(i,j,k,l,m)", "loopfuse(2)"}},
  };
  return all;
}

/// The indices of the sparse operand, whose sizes stay as they are.
bool is_outer(const Program& program, const std::string& index) {
  return contains(access_of(program, "B").indices, index);
}

struct Sizes {
  IndexSizes all;
  Data data;
};

Sizes make_data(const std::string& expression, uint64_t inner) {
  const ScheduledProgram read = read_scheduled(expression, {});
  Sizes made;
  for (const Statement& statement : read.program) {
    for (const std::string& index : variables(statement)) {
      made.all[index] = is_outer(read.program, index) ? 2 * inner : inner;
    }
  }
  uint64_t seed = 1;
  for (const TensorUse& use : tensors(read.program)) {
    if (use.is_input) {
      const std::string recipe =
          use.name == "B" ? fmt::format("uniform,density={}", use.order == 3 ? 0.1 : 0.25)
                          : "uniform,density=1";
      GenerateOptions options{.seed = ++seed};
      made.data[use.name] =
          generate(recipe, shape_of(access_of(read.program, use.name), made.all), options);
    }
  }
  return made;
}

struct Measured {
  CoordinateList result;
  Cycle cycles = 0;
};

Measured measure(const std::string& text, const Kernel& kernel,
                 const std::vector<std::string>& schedule, uint64_t inner) {
  CompileOptions options{.formats = {kernel.formats}, .schedule = schedule};
  options.default_format = 'd';
  // Temporaries between separate statements are as sparse as the operand.
  const bool third_order = kernel.formats == "B:dss";
  if (text.find("T(i,j)=B(i,j)") != std::string::npos) {
    options.formats.emplace_back("T:ds");
  }
  if (text.find("T(i,j,l)") != std::string::npos) {
    options.formats.emplace_back("T:dsd");
  }
  if (third_order && kernel.name.starts_with("SpTTM")) {
    options.formats.emplace_back("A:dsd");
  }
  const Sizes sizes = make_data(kernel.expression, inner);
  const Compiled compiled = compile(text, options);
  const CompiledRun run = run_compiled(compiled, sizes.data, sizes.all);
  REQUIRE(run.failure.empty());
  return {.result = run.results.at("A"), .cycles = run.cycles};
}

std::string difference(const Kernel& kernel, const Measured& measured, uint64_t inner) {
  const Sizes sizes = make_data(kernel.expression, inner);
  ReferenceOperands operands;
  for (const auto& [name, list] : sizes.data) {
    operands[name] = &list;
  }
  const auto expected =
      evaluate(read_scheduled(kernel.expression, {}).program, operands, sizes.all);
  return compare(measured.result, expected.at("A")).reason;
}

}  // namespace

TEST_CASE("the six fused kernels are right, and gain asymptotically", "[lower][fused]") {
  std::string table = "kernel, inner size: cycles original, separate, fused\n";
  for (const Kernel& kernel : kernels()) {
    INFO(kernel.name);
    std::vector<double> gains;
    for (const uint64_t inner : {4U, 8U, 16U}) {
      const Measured original = measure(kernel.expression, kernel, kernel.original, inner);
      const Measured separate = measure(kernel.separate, kernel, {}, inner);
      const Measured fused = measure(kernel.expression, kernel, kernel.fused, inner);
      for (const Measured* one : {&original, &separate, &fused}) {
        CHECK(difference(kernel, *one, inner) == "");
      }
      gains.push_back(static_cast<double>(original.cycles) / static_cast<double>(fused.cycles));
      table += fmt::format("{}, {}: {}, {}, {}\n", kernel.name, inner, original.cycles,
                           separate.cycles, fused.cycles);
    }
    // With all sizes doubled (and so the entries of a row) the original has one factor more.
    CHECK(gains[1] > gains[0] * 1.3);
    CHECK(gains[2] > gains[1] * 1.3);
  }
  WARN(table);
}

}  // namespace fiberloom::test
