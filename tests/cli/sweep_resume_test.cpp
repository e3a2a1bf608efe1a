// A sweep that is killed, interrupted or resumed.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <thread>

#include <catch2/catch.hpp>

#include "support/program.h"
#include "support/started_program.h"

namespace fiberloom {
namespace {

std::string product(const std::string& axes) {
  return "graph: " + source_path("graphs/matmul_ikj.yaml") +
         "\ngenerate: {B: \"uniform,density=0.1,seed=1\", C: \"uniform,density=0.1,seed=2\"}\n"
         "sizes: {j: 60, k: 60}\naxes:\n" +
         axes;
}

std::string numbers(int count, int first = 1) {
  std::string list = std::to_string(first);
  for (int k = 1; k < count; ++k) {
    list += ", " + std::to_string(first + k);
  }
  return "[" + list + "]";
}

/// Points that take minutes.
std::string long_points() {
  return "graph: " + source_path("graphs/matmul_ikj.yaml") +
         "\ngenerate: {B: \"nnz,nnz=500000\", C: \"nnz,nnz=500000\"}\n"
         "sizes: {j: 1000000, k: 1000000, i: 1000000}\naxes: {seed: [1, 2, 3]}\n";
}

/// The rows by point; nothing where there is no store yet.
std::map<int, nlohmann::json> rows_of(const std::string& directory) {
  std::map<int, nlohmann::json> rows;
  const SubprocessResult report = run_fiberloom({"report", directory, "--json"});
  if (report.exit_code == 0) {
    const auto parsed = nlohmann::json::parse(report.output);
    for (const auto& row : parsed["rows"]) {
      CHECK(rows.emplace(row["point"], row).second);  // every point once
    }
  }
  return rows;
}

struct KilledSweep {
  size_t points;
  int kills;
};

/// Seconds that a sweep takes that is left alone.
double run_alone(const std::string& spec, const std::string& out) {
  const auto begin = std::chrono::steady_clock::now();
  CHECK(run_fiberloom({"sweep", spec, "--out", out, "-j", "2"}).exit_code == 0);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Kills a sweep at random moments, resumes it every time, and compares with one left alone.
/// Returns how many points were done at the last kill.
size_t check_killed(const std::string& spec, const TemporaryFolder& folder,
                    const KilledSweep& sweep) {
  // Together the kills come after about half of what the sweep takes.
  const double longest = run_alone(spec, folder.path("alone")) / sweep.kills;
  const std::string out = folder.path("killed");
  std::mt19937_64 random(std::random_device{}());
  std::map<int, nlohmann::json> before;
  for (int kill = 0; kill < sweep.kills; ++kill) {
    StartedProgram program({"sweep", spec, "--out", out, "-j", "2", "--resume"});
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::uniform_real_distribution<double>(0, longest)(random)));
    program.signal(SIGKILL);
    CHECK(program.wait() == 128 + SIGKILL);
    const auto after = rows_of(out);
    for (const auto& [point, row] : before) {
      REQUIRE(after.contains(point));
      CHECK(after.at(point) == row);  // its seconds too: it was not measured anew
    }
    before = after;
  }
  CHECK(run_fiberloom({"sweep", spec, "--out", out, "-j", "2", "--resume"}).exit_code == 0);
  const auto killed = rows_of(out);
  const auto alone = rows_of(folder.path("alone"));
  CHECK(killed.size() == sweep.points);
  REQUIRE(alone.size() == sweep.points);
  for (const auto& [point, row] : alone) {
    REQUIRE(killed.contains(point));
    CHECK(killed.at(point)["cycles"] == row["cycles"]);
    CHECK(killed.at(point)["command"] == row["command"]);
  }
  for (const auto& [point, row] : before) {
    CHECK(killed.at(point)["point_seconds"] == row["point_seconds"]);
  }
  return before.size();
}

}  // namespace

TEST_CASE("a sweep killed ten times is complete in the end, every point once", "[cli]") {
  const TemporaryFolder folder;
  const std::string spec = folder.write(
      "s.yaml",
      product("  fifo.depth: [1, 2, 4, 8, unbounded]\n  size.i: " + numbers(12, 40) + "\n"));
  check_killed(spec, folder, {.points = 60, .kills = 10});
}

TEST_CASE("a sweep of 500 points killed ten times", "[.sweep500]") {
  const TemporaryFolder folder;
  const std::string spec = folder.write(
      "s.yaml",
      product("  fifo.depth: [1, 2, 4, 8, unbounded]\n  size.i: " + numbers(100, 20) + "\n"));
  const size_t done = check_killed(spec, folder, {.points = 500, .kills = 10});
  WARN("killed 10 times, " << done << " of 500 points were done then");
}

TEST_CASE("no point outlives a sweep that is killed", "[cli]") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("s.yaml", long_points());
  StartedProgram program({"sweep", spec, "--out", folder.path("o"), "-j", "2"});
  REQUIRE(comes_true([&] { return program.children().size() == 2; }));
  const std::vector<int> children = program.children();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  program.signal(SIGKILL);
  CHECK(program.wait() == 128 + SIGKILL);
  for (const int child : children) {
    CHECK(comes_true(
        [&] { return !std::filesystem::exists("/proc/" + std::to_string(child) + "/exe"); }));
  }
}

TEST_CASE("an interrupted sweep keeps what is done and exits with 130", "[cli]") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    const std::string out = folder.path("o");
    const std::string spec =
        folder.write("s.yaml", product("  size.i: " + numbers(150, 30) + "\n"));
    StartedProgram program({"sweep", spec, "--out", out, "-j", "2"});
    REQUIRE(comes_true([&] { return !rows_of(out).empty(); }));
    program.signal(signal);
    CHECK(program.wait() == 130);
    const size_t done = rows_of(out).size();
    CHECK(done > 0);
    CHECK(done < 150);
    CHECK(std::filesystem::exists(out + "/results.csv"));
    const auto rest = run_for_json({"sweep", spec, "--out", out, "-j", "2", "--resume"});
    CHECK(rest["done"] == 150);
    CHECK(rows_of(out).size() == 150);
  }
}

TEST_CASE("a sweep is resumed only if it is the same one", "[cli]") {
  const TemporaryFolder folder;
  const std::string out = folder.path("o");
  const std::string spec = folder.write("s.yaml", product("  size.i: [20, 30]\n"));
  const std::vector<std::string> begin = {"sweep", spec, "--out", out};
  const std::vector<std::string> resume = {"sweep", spec, "--out", out, "--resume"};
  CHECK(run_fiberloom(begin).exit_code == 0);
  const SubprocessResult again = run_fiberloom(begin);
  CHECK(again.exit_code == 2);
  CHECK(again.errors.find("--resume") != std::string::npos);
  CHECK(run_fiberloom(resume).exit_code == 0);
  folder.write("s.yaml", product("  size.i: [20, 40]\n"));
  const SubprocessResult changed = run_fiberloom(resume);
  CHECK(changed.exit_code == 2);
  CHECK(changed.errors.find("axes.size.i[1]: was \"30\", is \"40\"") != std::string::npos);
  CHECK(rows_of(out).size() == 2);
}

TEST_CASE("a sweep is resumed only with the graph that it began with", "[cli]") {
  const TemporaryFolder folder;
  const std::string graph =
      "version: 1\nblocks:\n  a: {type: source, kind: val, depth: 1, "
      "tokens: 1 S0 D}\n  e: {type: sink, in: {in: a.out}}\n";
  folder.write("g.yaml", graph);
  const std::string spec = folder.write("s.yaml", "graph: g.yaml\naxes: {fifo.depth: [1, 2]}\n");
  const std::vector<std::string> resume = {"sweep", spec, "--out", folder.path("o"), "--resume"};
  CHECK(run_fiberloom(resume).exit_code == 0);
  folder.write("g.yaml", graph + "# changed\n");
  const SubprocessResult changed = run_fiberloom(resume);
  CHECK(changed.exit_code == 2);
  CHECK(changed.errors.find("files.g.yaml: was") != std::string::npos);
}

}  // namespace fiberloom
