#include <filesystem>

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "kernel/environment.h"
#include "kernel/kernel_texts.h"

namespace fiberloom {
namespace {

Error error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error");
  throw std::logic_error("unreachable");
}

int answer(const LoadedLibrary& loaded) { return loaded.library.function<int()>("answer")(); }

constexpr const char* kText = "int answer(void) { return 42; }\n";

}  // namespace

TEST_CASE("a missing compiler is a fault of the environment, with advice", "[kernel]") {
  const KernelWorkshop workshop;
  const Error named = error_of([&] { workshop.compiler({.program = "no-such-compiler"}); });
  CHECK(named.code() == ExitCode::environment);
  CHECK_THAT(named.message(), Catch::Contains("no-such-compiler"));
  CHECK_THAT(named.hint(), Catch::Contains("apt-get install gcc"));
  const ScopedVariable path("PATH", workshop.folder().path("empty"));
  const Error none = error_of([&] { workshop.compiler(); });
  CHECK(none.code() == ExitCode::environment);
  CHECK_THAT(none.hint(), Catch::Contains("apt-get install gcc"));
  const Error no_compiler = error_of([&] { workshop.compiler({.program = "/bin/false"}); });
  CHECK(no_compiler.code() == ExitCode::environment);
}

TEST_CASE("a text that does not compile is shown with the compiler's message", "[kernel]") {
  const KernelWorkshop workshop;
  const std::string wrong = "int answer(void) { return banana; }\n";
  const Error ours = error_of([&] { workshop.compiler().compile_text(wrong, false); });
  CHECK(ours.code() == ExitCode::internal);
  CHECK_THAT(ours.message(), Catch::Contains("banana"));
  CHECK(read_text_file(ours.where().file) == wrong);  // the source lies there
  const Error users =
      error_of([&] { workshop.compiler({.flags = "-O1 -Dbanana=+"}).compile_text(wrong, false); });
  CHECK(users.code() == ExitCode::bad_input);
  const Error flag =
      error_of([&] { workshop.compiler({.flags = "--no-such-flag"}).compile_text(kText, false); });
  CHECK(flag.code() == ExitCode::bad_input);
  CHECK_THAT(flag.message(), Catch::Contains("no-such-flag"));
}

TEST_CASE("missing headers are named with their package", "[kernel]") {
  const KernelWorkshop workshop;
  const Error error =
      error_of([&] { workshop.compiler().compile_text("#include <no/such/header.h>\n", false); });
  CHECK(error.code() == ExitCode::environment);
  CHECK_THAT(error.hint(), Catch::Contains("libc6-dev"));
}

TEST_CASE("the same text is compiled once; other flags, text or compiler compile it anew",
          "[kernel]") {
  const KernelWorkshop workshop;
  const KernelCompiler compiler = workshop.compiler();
  const LoadedLibrary first = compiler.compile_text(kText, false);
  CHECK(answer(first) == 42);
  CHECK(first.compile_seconds > 0);
  CHECK(compiler.compile_text(kText, false).compile_seconds == 0);
  CHECK(workshop.compiler().compile_text(kText, false).compile_seconds == 0);
  CHECK(compiler.compile_text(kText, true).compile_seconds > 0);
  CHECK(workshop.compiler({.flags = "-O1"}).compile_text(kText, false).compile_seconds > 0);
  const LoadedLibrary other = compiler.compile_text("int answer(void) { return 7; }\n", false);
  CHECK(answer(other) == 7);
  CHECK(answer(first) == 42);
}

TEST_CASE("CC names the compiler, with arguments", "[kernel]") {
  const KernelWorkshop workshop;
  const ScopedVariable cc("CC", "cc -DANSWER=5");
  const LoadedLibrary loaded =
      workshop.compiler().compile_text("int answer(void) { return ANSWER; }\n", false);
  CHECK(answer(loaded) == 5);
}

TEST_CASE("infinities, NaN and signed zeros survive the default flags", "[kernel]") {
  const KernelWorkshop workshop;
  const LoadedLibrary loaded = workshop.compiler().compile_text(
      "#include <math.h>\n"
      "double nan_of(double x) { return (x - x) * 0.0; }\n"
      "double signed_zero(double x) { return x * -1.0 + 0.0 * -1.0; }\n"
      "double difference(double x, double y) { return sqrt(x * x - y * y); }\n",
      false);
  using Real = double(double);
  CHECK(std::isnan(loaded.library.function<Real>("nan_of")(INFINITY)));
  CHECK(std::signbit(loaded.library.function<Real>("signed_zero")(0.0)));
  CHECK(loaded.library.function<double(double, double)>("difference")(0.1, 0.1) == 0);
}

}  // namespace fiberloom
