// Sweeps that time kernels, alone and beside the simulation.

#include <catch2/catch.hpp>

#include "support/program.h"

namespace fiberloom {

TEST_CASE("a sweep measures kernel and simulation of the same points", "[cli]") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("s.yaml", R"(
expression: x(i) = B(i,j) * c(j)
generate: {B: "uniform,density=0.1,seed=1", c: ones}
sizes: {i: 50, j: 60}
measure: [simulation, kernel]
repeat: 3
check: true
axes: {format.B: [ds, ss], format.c: [d, s]}
)");
  const auto summary = run_for_json({"sweep", spec, "--out", folder.path("o")});
  CHECK(summary["by_status"] == nlohmann::json({{"ok", 4}}));
  const auto report =
      run_for_json({"report", folder.path("o"), "--pareto", "kernel_seconds,cycles"});
  CHECK(!report["rows"].empty());
  const auto all = run_for_json({"report", folder.path("o")});
  for (const auto& row : all["rows"]) {
    CHECK(row["kernel_seconds"] > 0);
    CHECK(row["kernel_seconds"] == row["kernel.median_seconds"]);
    CHECK(row["kernel.repeats"] == 3);
    CHECK(row["kernel.check.status"] == "ok");
    CHECK(row["check.status"] == "ok");
    CHECK(row["cycles"] > 0);
    CHECK(row["results.x.stored"] == row["kernel.results.x.stored"]);
    CHECK(row["command"].get<std::string>().find(" && fiberloom kernel ") != std::string::npos);
  }
}

TEST_CASE("a sweep of kernels alone takes threads and no machine", "[cli]") {
  const TemporaryFolder folder;
  const std::string spec = folder.write(
      "s.yaml",
      "expression: x(i) = B(i,j) * c(j)\nmeasure: [kernel]\ngenerate: {B: \"uniform\", c: ones}\n"
      "formats: {c: d}\nsizes: {i: 50, j: 60}\naxes: {threads: [1, 2]}\n");
  run_for_json({"sweep", spec, "--out", folder.path("o")});
  const auto rows = run_for_json({"report", folder.path("o")})["rows"];
  REQUIRE(rows.size() == 2);
  CHECK(!rows[0].contains("cycles"));
  CHECK(rows[1]["threads"] == 2);
}

}  // namespace fiberloom
