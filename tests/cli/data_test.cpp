#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "support/program.h"

namespace fiberloom {
namespace {

std::string slurp(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("data convert writes ascending coordinates, duplicates summed, shortest values",
          "[cli]") {
  const TemporaryFolder folder;
  const std::string from = folder.write("a.mtx",
                                        "%%MatrixMarket matrix coordinate real general\n"
                                        "3 2 4\n3 1 0.1\n1 2 2.50\n3 1 0.2\n1 1 -0\n");
  REQUIRE(run_fiberloom({"data", "convert", from, folder.path("a.tns")}).exit_code == 0);
  CHECK(slurp(folder.path("a.tns")) == "1 1 -0\n1 2 2.5\n3 1 0.30000000000000004\n");
  REQUIRE(
      run_fiberloom({"data", "convert", folder.path("a.tns"), folder.path("b.mtx")}).exit_code ==
      0);
  CHECK(run_for_json({"data", "info", folder.path("b.mtx")})["duplicates"] == 0);
  const auto info = run_for_json({"data", "info", from});
  CHECK(info["shape"] == nlohmann::json({3, 2}));
  CHECK(info["stored"] == 3);
  CHECK(info["nonzeros"] == 2);
  CHECK(info["duplicates"] == 1);
  CHECK(info["value_sum"].get<double>() == Approx(2.8));
}

TEST_CASE("data info says the same as text and as JSON", "[cli]") {
  const TemporaryFolder folder;
  const std::string from = folder.write("a.tns", "1 1 2 1.5\n1 3 1 -2\n4 1 2 0\n");
  const auto info = run_for_json({"data", "info", from});
  CHECK(info["file"] == from);
  CHECK(info["shape"] == nlohmann::json({4, 3, 2}));
  CHECK(info["shape_is_lower_bound"] == true);
  CHECK(info["stored"] == 3);
  CHECK(info["nonzeros"] == 2);
  CHECK(info["value_sum"] == -0.5);
  REQUIRE(info["modes"].size() == 3);
  // Mode 0: coordinates 1 (two entries) and 4 (one).
  CHECK(info["modes"][0]["slices"]["count"] == 2);
  CHECK(info["modes"][0]["slices"]["longest"] == 2);
  CHECK(info["modes"][0]["slices"]["shortest"] == 1);
  const SubprocessResult text = run_fiberloom({"data", "info", from});
  CHECK(text.exit_code == 0);
  for (const char* part : {"4 x 3 x 2 (at least", "stored      3", "nonzeros    2"}) {
    CAPTURE(part, text.output);
    CHECK(text.output.find(part) != std::string::npos);
  }
}

TEST_CASE("data make makes the same tensor from the same recipe and seed", "[cli]") {
  const TemporaryFolder folder;
  const auto make = [&](const std::string& to, const std::string& seed) {
    const SubprocessResult made = run_fiberloom({"data", "make", "nnz,nnz=20", "-d", "9,8,7", "-t",
                                                 "int32", "--seed", seed, "-o", folder.path(to)});
    CAPTURE(made.errors);
    REQUIRE(made.exit_code == 0);
    return slurp(folder.path(to));
  };
  const std::string first = make("a.tns", "3");
  CHECK(make("b.tns", "3") == first);
  CHECK(make("c.tns", "4") != first);
  const auto info = run_for_json({"data", "info", folder.path("a.tns")});
  CHECK(info["stored"] == 20);
  CHECK(info["duplicates"] == 0);
  CHECK(info["shape"][0] <= 9);
  REQUIRE(run_fiberloom({"data", "make", "identity", "-d", "5,6", "-o", folder.path("i.mtx")})
              .exit_code == 0);
  const auto identity = run_for_json({"data", "info", folder.path("i.mtx")});
  CHECK(identity["shape"] == nlohmann::json({5, 6}));
  CHECK(identity["stored"] == 5);
  CHECK(identity["value_sum"] == 5);
}

TEST_CASE("data make refuses recipes that say nothing it can make", "[cli]") {
  const TemporaryFolder folder;
  const std::string to = folder.path("x.tns");
  const auto refused = [&](const std::string& recipe, const std::string& message) {
    const SubprocessResult result = run_fiberloom({"data", "make", recipe, "-d", "4,4", "-o", to});
    CAPTURE(recipe, result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.errors.find(message) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(to));
  };
  refused("unifrom", "did you mean 'uniform'?");
  refused("uniform,densty=0.1", "did you mean 'density'?");
  refused("uniform,density=2", "not from 0 to 1");
  refused("nnz", "nnz");
  refused("shifted,of=B", "B");
}

TEST_CASE("data make --list names every generator", "[cli]") {
  const SubprocessResult list = run_fiberloom({"data", "make", "--list"});
  for (const char* name : {"uniform", "nnz", "runs", "blocks", "banded", "grid5", "rmat",
                           "identity", "ones", "constant", "shifted"}) {
    CHECK(list.output.find(std::string(name) + ":") != std::string::npos);
  }
}

}  // namespace fiberloom
