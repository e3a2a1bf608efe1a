// fiberloom report on finished sweeps and runs.

#include <catch2/catch.hpp>

#include "support/program.h"

namespace fiberloom {
namespace {

/// A finished sweep of six points in a folder.
class Finished {
 public:
  Finished() {
    const std::string spec = folder_.write(
        "s.yaml", "graph: " + source_path("graphs/matmul_ikj.yaml") +
                      "\ngenerate: {B: \"uniform,seed=1\", C: \"uniform,seed=2\"}\n"
                      "sizes: {i: 30, j: 30, k: 30}\n"
                      "axes: {generate.B.density: [0.1], generate.C.density: [0.1, 0.3], "
                      "fifo.depth: [1, 4, unbounded]}\n");
    CHECK(run_fiberloom({"sweep", spec, "--out", path()}).exit_code == 0);
  }
  std::string path() const { return folder_.path("o"); }

  nlohmann::json rows(std::vector<std::string> more) const {
    more.insert(more.begin(), {"report", path()});
    return run_for_json(more)["rows"];
  }
  SubprocessResult text(std::vector<std::string> more) const {
    more.insert(more.begin(), {"report", path()});
    return run_fiberloom(more);
  }

 private:
  TemporaryFolder folder_;
};

std::vector<int> points(const nlohmann::json& rows) {
  std::vector<int> found;
  for (const auto& row : rows) {
    found.push_back(row["point"]);
  }
  return found;
}

}  // namespace

TEST_CASE("a report chooses rows and columns", "[cli]") {
  const Finished sweep;
  CHECK(points(sweep.rows({})) == std::vector{1, 2, 3, 4, 5, 6});
  CHECK(points(sweep.rows({"--where", "fifo.depth >= 4 and generate.C.density < 0.2"})) ==
        std::vector{2, 3});
  CHECK(points(sweep.rows({"--where", "fifo.depth >= 4", "--where", "point > 3"})) ==
        std::vector{5, 6});
  CHECK(points(sweep.rows({"--sort", "fifo.depth:max", "--limit", "2"})) == std::vector{3, 6});
  const auto chosen = sweep.rows({"--columns", "cycles,fifo.depth"});
  CHECK(chosen[0].size() == 2);
}

TEST_CASE("a report finds the best points and the Pareto front", "[cli]") {
  const Finished sweep;
  const auto all = sweep.rows({});
  std::vector<int> order = points(all);
  const auto cycles = [&](int point) { return all[point - 1]["cycles"].get<int>(); };
  std::ranges::stable_sort(order, {}, cycles);
  CHECK(points(sweep.rows({"--best", "cycles"})) == order);
  CHECK(points(sweep.rows({"--best", "cycles", "--limit", "2"})) ==
        std::vector(order.begin(), order.begin() + 2));
  CHECK(cycles(sweep.rows({"--best", "cycles:max", "--limit", "1"})[0]["point"]) ==
        cycles(order.back()));
  // Points 1 to 3 have 1, 4 and any number of slots, and so have 4 to 6 with more work.
  std::vector<int> front = {1};
  for (const int point : {2, 3}) {
    if (cycles(point) < cycles(front.back())) {
      front.push_back(point);
    }
  }
  CHECK(front.size() > 1);
  CHECK(points(sweep.rows({"--pareto", "fifo.depth,cycles", "--sort", "point"})) == front);
}

TEST_CASE("a report as text shows axes, status and what it was chosen by", "[cli]") {
  const Finished sweep;
  const std::string text = sweep.text({"--limit", "1"}).output;
  CHECK(text.starts_with(
      "point  generate.B.density  generate.C.density  fifo.depth  status  cycles\n"));
  CHECK(std::ranges::count(text, '\n') == 2);
  CHECK(sweep.text({"--best", "tokens"}).output.find("tokens\n") != std::string::npos);
  CHECK(sweep.text({"--columns", "point,fifo.depth", "--limit", "1"}).output ==
        "point  fifo.depth\n    1           1\n");
}

TEST_CASE("a wrong column or condition of a report is shown", "[cli]") {
  const Finished sweep;
  const auto fails = [&](const std::vector<std::string>& more, const std::string& message) {
    const SubprocessResult result = sweep.text(more);
    INFO(result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.errors.find(message) != std::string::npos);
  };
  fails({"--columns", "cycels"}, "--columns: there is no column 'cycels'");
  fails({"--best", "cycels"}, "did you mean 'cycles'?");
  fails({"--pareto", "cycles,fifo.dept"}, "--pareto: there is no column 'fifo.dept'");
  fails({"--where", "cycles >"}, "--where:1:9: error: expected a column");
  fails({"--where", "status == ok"}, "a text stands in quotes");
}

TEST_CASE("reports of runs, of several folders, and of what is neither", "[cli]") {
  const TemporaryFolder folder;
  for (const char* depth : {"1", "4"}) {
    run_for_json({"run", "graphs/vec_identity.yaml", "-g", "b:ones", "-d", "i:9", "--set",
                  std::string("fifo.depth=") + depth, "--out", folder.path(depth)});
  }
  const auto report = run_for_json({"report", folder.path("1"), folder.path("4")});
  REQUIRE(report["rows"].size() == 2);
  CHECK(report["rows"][0]["run"] == folder.path("1"));
  CHECK(report["rows"][1]["status"] == "ok");
  CHECK(report["rows"][1]["inputs.b.stored"] == 9);
  CHECK(report["rows"][0]["cycles"] > report["rows"][1]["cycles"]);
  CHECK(run_fiberloom({"report", folder.path("")}).errors.find("no results here") !=
        std::string::npos);
  CHECK(run_fiberloom({"report", folder.path("absent")}).exit_code == 2);
  CHECK(run_fiberloom({"report", "README.md"}).errors.find("not a store") != std::string::npos);
}

}  // namespace fiberloom
