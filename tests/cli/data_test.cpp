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

TEST_CASE("data make --list names every generator", "[cli]") {
  const SubprocessResult list = run_fiberloom({"data", "make", "--list"});
  for (const char* name : {"uniform", "nnz", "runs", "blocks", "banded", "grid5", "rmat",
                           "identity", "ones", "constant", "shifted"}) {
    CHECK(list.output.find(std::string(name) + ":") != std::string::npos);
  }
}

}  // namespace fiberloom
