#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "cli/comparison.h"
#include "support/program.h"

namespace fiberloom {
namespace {

const Arguments kProduct = {"compare",  "X(i,j) = B(i,k) * C(k,j)",
                            "-f",       "B:ds",
                            "-f",       "C:ds",
                            "-f",       "X:ds",
                            "-i",       "B:datasets/powerlaw_256.mtx",
                            "-g",       "C:shifted,of=B,transpose=1",
                            "--repeat", "2"};

CoordinateList vector_of(std::vector<uint64_t> coordinates, std::vector<double> values) {
  CoordinateList list;
  list.shape = {10};
  list.columns = {std::move(coordinates)};
  list.values = Values(std::move(values));
  return list;
}

}  // namespace

TEST_CASE("kernels and simulation of the same data are equal", "[cli]") {
  const auto report = run_for_json(with(kProduct, {"--threads", "2", "--check"}));
  CHECK(report["status"] == "ok");
  CHECK(report["equal"] == true);
  REQUIRE(report["variants"].size() == 1);
  const auto& variant = report["variants"][0];
  CHECK(variant["name"] == "original");
  CHECK(variant["kernels"].size() == 2);
  CHECK(variant["kernels"][1]["threads"] == 2);
  CHECK(variant["kernels"][1]["parallel"] == true);
  CHECK(variant["simulation"]["cycles"] > 50'000);
  CHECK(variant["simulation"]["operations"] > 50'000);
  CHECK(variant["check"]["status"] == "ok");
  CHECK(report["ratio"] > 0);
}

TEST_CASE("variants of an expression are compared", "[cli]") {
  const TemporaryFolder folder;
  const Arguments fused = {"compare",
                           "A(i,l) = B(i,j) * C(j,k) * D(k,l)",
                           "-s",
                           "reorder(i,j,k,l),loopfuse(2)",
                           "-f",
                           "A:dd",
                           "-f",
                           "B:ds",
                           "-f",
                           "C:dd",
                           "-f",
                           "D:dd",
                           "-f",
                           "T:dd",
                           "-i",
                           "B:datasets/powerlaw_256.mtx",
                           "-g",
                           "C:uniform,density=1,seed=1",
                           "-g",
                           "D:uniform,density=1,seed=2",
                           "-d",
                           "k:8",
                           "-d",
                           "l:8",
                           "--repeat",
                           "1",
                           "--unscheduled",
                           "--also",
                           "separate: T(i,k) = B(i,j) * C(j,k); A(i,l) = T(i,k) * D(k,l)",
                           "--csv",
                           folder.path("table.csv"),
                           "-o",
                           folder.path("a.tns")};
  const auto report = run_for_json(fused);
  REQUIRE(report["variants"].size() == 3);
  CHECK(report["variants"][0]["name"] == "scheduled");
  CHECK(report["variants"][1]["name"] == "original");
  CHECK(report["variants"][2]["name"] == "separate");
  CHECK(report["equal"] == true);
  const auto cycles = [&](size_t k) {
    return report["variants"][k]["simulation"]["cycles"].get<uint64_t>();
  };
  CHECK(cycles(0) < cycles(1) / 3);
  const std::string csv = read_text_file(folder.path("table.csv"));
  CHECK(csv.starts_with("variant,back_end,threads,seconds"));
  CHECK(csv.find("separate,simulation") != std::string::npos);
  CHECK(read_text_file(folder.path("a.tns")).size() > 100);
}

TEST_CASE("a comparison that cannot be is refused", "[cli]") {
  check_refused(with(kProduct, {"--unscheduled"}), "--unscheduled goes with -s");
  check_refused(with(kProduct, {"--also", "X(i,j) = B(i,j)"}), "--also takes NAME:EXPRESSION");
  check_refused({"compare", "x(i) = b(i"}, "expected ')'");
  CHECK(run_fiberloom(with(kProduct, {"--max-cycles", "100"})).exit_code == 4);
  CHECK(run_fiberloom(with(kProduct, {"--cc", "no_such_compiler"})).exit_code == 5);
}

TEST_CASE("differences are relative to the largest value", "[cli]") {
  const CoordinateList a = vector_of({1, 3}, {1e6, 2});
  CHECK(difference_of(a, a).equal);
  CHECK(difference_of(a, vector_of({3, 1}, {2, 1e6})).largest == 0);
  CHECK(difference_of(a, vector_of({1, 3, 5}, {1e6, 2, 0})).equal);
  CHECK(difference_of(a, vector_of({1, 3}, {1e6, 2 + 1e-7})).equal);
  CHECK_FALSE(difference_of(a, vector_of({1, 3}, {1e6, 3})).equal);
  CHECK_FALSE(difference_of(a, vector_of({1}, {1e6})).equal);
  CHECK_FALSE(difference_of(a, vector_of({1, 4}, {1e6, 2})).equal);
}

}  // namespace fiberloom
