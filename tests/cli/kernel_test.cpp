#include <filesystem>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "kernel/environment.h"
#include "support/program.h"
#include "tensor/random_tensor.h"
#include "tensor/read/reader.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

/// A folder for results, and a cache of kernels that is not the user's.
class KernelFolder {
 public:
  std::string path(const std::string& name) const { return folder_.path(name); }
  std::string write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }

 private:
  TemporaryFolder folder_;
  ScopedVariable cache_{"FIBERLOOM_CACHE", folder_.path("cache")};
  ScopedVariable cc_{"CC", std::nullopt};
};

using Arguments = std::vector<std::string>;

const Arguments kSpmv = {"kernel", "x(i) = B(i,j) * c(j)",
                         "-f",     "B:ds",
                         "-f",     "c:d",
                         "-f",     "x:d",
                         "-i",     "B:datasets/powerlaw_256.mtx",
                         "-g",     "c:uniform,density=1,seed=3"};

Arguments operator+(Arguments left, const Arguments& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

testing::PointMap points_in(const std::string& file) {
  return testing::points_of(read_tensor(file, {}));
}

}  // namespace

TEST_CASE("kernel runs, times and checks an expression", "[cli][kernel]") {
  const KernelFolder folder;
  const auto report = run_for_json(kSpmv + Arguments{"--check", "--repeat", "4"});
  CHECK(report["status"] == "ok");
  CHECK(report["check"]["status"] == "ok");
  CHECK(report["repeats"] == 4);
  CHECK(report["threads"] == 1);
  CHECK(report["compile_seconds"] > 0);
  CHECK(report["minimum_seconds"] > 0);
  CHECK(report["minimum_seconds"] <= report["lower_quartile_seconds"]);
  CHECK(report["lower_quartile_seconds"] <= report["median_seconds"]);
  CHECK(report["median_seconds"] <= report["upper_quartile_seconds"]);
  CHECK(report["results"]["x"]["stored"] == 256);
  CHECK(report["inputs"]["B"]["stored"] == 2594);
  // Segments, coordinates and values of B, and two dense vectors.
  CHECK(report["bytes"] == 257 * 4 + 2594 * (4 + 8) + 2 * 256 * 8);
  CHECK(run_for_json(kSpmv)["compile_seconds"] == 0);  // from the cache
}

TEST_CASE("kernel and run compute the same tensor", "[cli][kernel]") {
  const KernelFolder folder;
  const auto same = [&](const Arguments& arguments) {
    run_for_json(Arguments{"kernel"} + arguments +
                 Arguments{"-o", folder.path("k.tns"), "--check"});
    run_for_json(Arguments{"run"} + arguments + Arguments{"-o", folder.path("r.tns")});
    CHECK(points_in(folder.path("k.tns")) == points_in(folder.path("r.tns")));
  };
  const Arguments matrices = {
      "-i", "B:datasets/powerlaw_256.mtx", "-g", "C:shifted,of=B,transpose=1", "-t", "B:int64"};
  same(Arguments{"X(i,j) = B(i,k) * C(k,j)", "-s", "reorder(i,k,j)"} + matrices);
  same(Arguments{"X(i,j) = B(i,j) + C(i,j)", "-f", "B:uq", "-f", "C:ds", "-f", "X:ds"} + matrices);
  same(Arguments{"x(i) = B(i,j) * C(i,j)", "-f", "x:d", "--zeros", "drop"} + matrices);
}

TEST_CASE("kernel runs the statements of an expression one after the other", "[cli][kernel]") {
  const KernelFolder folder;
  const Arguments statements = {"kernel", "T(i,j) = B(i,k) * B(k,j); x(i) = T(i,j) * B(i,j)", "-i",
                                "B:datasets/powerlaw_256.mtx"};
  const auto report = run_for_json(statements + Arguments{"--check", "--out", folder.path("out")});
  REQUIRE(report["stages"].size() == 2);
  CHECK(report["stages"][1]["check"]["status"] == "ok");
  for (const char* file : {"T.tns", "x.tns", "kernel.c", "report.txt", "statistics.json"}) {
    CHECK(fs::exists(fs::path(folder.path("out")) / file));
  }
  CHECK(run_fiberloom(statements + Arguments{"-o", folder.path("one.tns")}).exit_code == 2);
}

TEST_CASE("kernel --emit c prints a text that compiles, without data", "[cli][kernel]") {
  const KernelFolder folder;
  const SubprocessResult result =
      run_fiberloom({"kernel", "X(i,j) = B(i,k) * C(k,j)", "-t", "B:float", "--emit", "c"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, Catch::Contains("int compute(const fiberloom_operand"));
  const std::string file = folder.write("kernel.c", result.output);
  CHECK(run_program({"cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", file})
            .exit_code == 0);
}

TEST_CASE("what can go wrong with a kernel has its exit code", "[cli][kernel]") {
  const KernelFolder folder;
  const auto exit_code = [](const Arguments& arguments) {
    return run_fiberloom(arguments).exit_code;
  };
  const SubprocessResult missing = run_fiberloom(kSpmv + Arguments{"--cc", "no-such-compiler"});
  CHECK(missing.exit_code == 5);
  CHECK_THAT(missing.errors, Catch::Contains("apt-get install gcc"));
  CHECK(exit_code(kSpmv + Arguments{"--cflags=--no-such-flag"}) == 2);
  CHECK(exit_code(kSpmv + Arguments{"--repeat", "0"}) == 2);
  CHECK(exit_code({"kernel", "x(i) = B(i,j"}) == 2);
  CHECK(exit_code({"kernel", "x(i) = b(i)"}) == 2);
  const SubprocessResult division = run_fiberloom(
      {"kernel", "x(i) = a(i) / b(i)", "-f", "a:d", "-f", "b:d", "-f", "x:d", "-t", "a:int32", "-t",
       "b:int32", "-g", "a:ones", "-d", "i:3", "-i", "b:" + folder.write("b.tns", "1 5\n3 7\n")});
  CHECK(division.exit_code == 2);
  CHECK_THAT(division.errors, Catch::Contains("integer division by zero at i=1"));
}

TEST_CASE("hostile names reach no shell from the command line", "[cli][kernel]") {
  const KernelFolder folder;
  const std::string harm = folder.path("harm");
  CHECK(run_fiberloom({"kernel", "x(i) = a;touch " + harm + "(i)", "-g", "a:ones", "-d", "i:3"})
            .exit_code == 2);
  CHECK(run_fiberloom(kSpmv + Arguments{"--cc", "cc;touch " + harm}).exit_code == 5);
  CHECK(run_fiberloom(kSpmv + Arguments{"--cflags=-O1 ; touch " + harm}).exit_code == 2);
  const ScopedVariable cache("FIBERLOOM_CACHE", folder.path("it's \"$(touch harm)\" here"));
  const std::string output = folder.path("a 'b' \"c\" $(touch harm).tns");
  CHECK(run_fiberloom(kSpmv + Arguments{"-o", output, "--check"}).exit_code == 0);
  CHECK(fs::exists(output));
  CHECK_FALSE(fs::exists(harm));
}

}  // namespace fiberloom
