#include "base/subprocess.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

namespace fiberloom {

TEST_CASE("a program gets its input and gives output, errors and exit code", "[base]") {
  const std::string large(1 << 20, 'x');  // more than a pipe holds, both ways
  const SubprocessResult copied = run_program({"cat"}, large);
  CHECK(copied.exit_code == 0);
  CHECK(copied.output == large);
  const SubprocessResult failed = run_program({"sh", "-c", "echo no >&2; exit 3"});
  CHECK(failed.exit_code == 3);
  CHECK(failed.errors == "no\n");
  CHECK(run_program({"sh", "-c", "kill -9 $$"}).exit_code == 128 + 9);
}

TEST_CASE("arguments reach a program as they are: there is no shell", "[base]") {
  const std::string hostile = "a;rm -rf x $(y) \"'";
  CHECK(run_program({"printf", "%s", hostile}).output == hostile);
}

TEST_CASE("a program that ends before it has read its input does no harm", "[base]") {
  CHECK(run_program({"true"}, std::string(1 << 20, 'x')).exit_code == 0);
}

TEST_CASE("a program that is not there is a fault of the environment", "[base]") {
  try {
    run_program({"no_such_program_here"});
    FAIL("expected an error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::environment);
  }
}

}  // namespace fiberloom
