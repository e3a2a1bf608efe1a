// fiberloom sweep as a whole: points, results, failures, errors.

#include <chrono>
#include <filesystem>

#include <catch2/catch.hpp>

#include "base/text_file.h"
#include "support/program.h"

namespace fiberloom {
namespace {

const std::string kProduct = "graph: " + source_path("graphs/matmul_ikj.yaml") +
                             "\ngenerate: {B: \"uniform,density=0.1,seed=1\", C: "
                             "\"uniform,density=0.1,seed=2\"}\nsizes: {i: 30, j: 30, k: 30}\n";

/// A vector divided by its sum: deadlocks on shallow FIFOs.
const std::string kNormalise = R"(version: 1
expression: x(i) = b(i) / s
tensors: {b: {format: s}, x: {format: s}}
blocks:
  bi: {type: scanner, tensor: b, level: 0}
  values: {type: array, tensor: b, in: {ref: bi.ref}}
  all: {type: reducer, in: {val: values.val}}
  each: {type: repeat_signal, in: {crd: bi.crd}}
  total: {type: repeater, in: {in: all.val, repsig: each.repsig}}
  divide: {type: alu, op: div, in: {in0: values.val, in1: total.out}}
  xi: {type: writer, tensor: x, level: 0, in: {crd: bi.crd}}
  xv: {type: writer, tensor: x, level: values, in: {ref: xi.ref, val: divide.val}}
)";

nlohmann::json rows_of(const std::string& directory, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"report", directory};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_for_json(arguments)["rows"];
}

/// The message of a command that fails with exit code 2.
std::string error_of(const std::vector<std::string>& arguments) {
  const SubprocessResult result = run_fiberloom(arguments);
  INFO(result.errors);
  CHECK(result.exit_code == 2);
  return result.errors;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a sweep measures what single runs measure", "[cli]") {
  const TemporaryFolder folder;
  const std::string spec =
      folder.write("s.yaml", kProduct + "check: true\naxes: {fifo.depth: [2, 8], seed: [4, 5]}\n");
  const auto summary = run_for_json({"sweep", spec, "--out", folder.path("o"), "-j", "2"});
  CHECK(summary["done"] == 4);
  CHECK(summary["by_status"] == nlohmann::json({{"ok", 4}}));
  const auto rows = rows_of(folder.path("o"));
  REQUIRE(rows.size() == 4);
  for (const auto& row : rows) {
    const auto single =
        run_for_json({"run", "graphs/matmul_ikj.yaml", "-g", "B:uniform,density=0.1,seed=1", "-g",
                      "C:uniform,density=0.1,seed=2", "-d", "i:30", "-d", "j:30", "-d", "k:30",
                      "--set", "fifo.depth=" + row["fifo.depth"].dump()});
    CHECK(row["cycles"] == single["cycles"]);
    CHECK(row["tokens"] == single["tokens"]);
    CHECK(row["results.X.stored"] == single["results"]["X"]["stored"]);
    CHECK(row["version"] == single["version"]);
    CHECK(row["check.status"] == "ok");
    // The command that is stored gives the point again.
    const SubprocessResult again = run_program(
        {"sh", "-c", FIBERLOOM_PROGRAM + row["command"].get<std::string>().substr(9) + " --json"});
    CHECK(nlohmann::json::parse(again.output)["cycles"] == row["cycles"]);
  }
  CHECK(rows[0]["seed"] == 4);
  CHECK(rows[3]["fifo.depth"] == 8);
}

TEST_CASE("results.csv has a line for each point, by the columns of the report", "[cli]") {
  const TemporaryFolder folder;
  const std::string spec =
      folder.write("s.yaml", kProduct + "axes: {fifo.depth: [2, unbounded]}\n");
  CHECK(run_fiberloom({"sweep", spec, "--out", folder.path("o")}).exit_code == 0);
  const std::string csv = read_text_file(folder.path("o") + "/results.csv");
  CHECK(csv.starts_with("point,fifo.depth,status,exit_code,cycles,"));
  CHECK(contains(csv, "\n1,2,ok,0,"));
  CHECK(contains(csv, "\n2,unbounded,ok,0,"));
  CHECK(std::ranges::count(csv, '\n') == 3);
  CHECK(run_fiberloom({"report", folder.path("o"), "--csv"}).output == csv);
  CHECK(run_fiberloom({"report", folder.path("o") + "/results.sqlite", "--csv"}).output == csv);
}

TEST_CASE("points that fail are kept with their reason", "[cli]") {
  const TemporaryFolder folder;
  const std::string graph = folder.write("g.yaml", kNormalise);
  const std::string head = "graph: g.yaml\ngenerate: {b: ones}\nsizes: {b: 10}\n";
  folder.write("plain.yaml",
               kNormalise.substr(0, 11) + kNormalise.substr(kNormalise.find("tensors")));
  const std::string spec = folder.write(
      "s.yaml",
      "graph: plain.yaml\ngenerate: {b: ones}\nsizes: {b: 10}\naxes: {fifo.depth: [4, 20]}\n");
  const auto summary = run_for_json({"sweep", spec, "--out", folder.path("o")}, 1);
  CHECK(summary["status"] == "failed");
  CHECK(summary["by_status"] == nlohmann::json({{"ok", 1}, {"deadlock", 1}}));
  const auto rows = rows_of(folder.path("o"));
  CHECK(rows[0]["status"] == "deadlock");
  CHECK(rows[0]["exit_code"] == 3);
  CHECK(rows[0]["sufficient_depth"] == 11);
  CHECK(contains(rows[0]["message"], "at least 11 deep"));
  CHECK(rows[1]["status"] == "ok");

  const std::string limited = folder.write(
      "l.yaml",
      "graph: plain.yaml\ngenerate: {b: ones}\nmax_cycles: 20\naxes: {size.b: [5, 1000]}\n");
  run_for_json({"sweep", limited, "--out", folder.path("l")}, 1);
  const auto ends = rows_of(folder.path("l"));
  CHECK(ends[0]["status"] == "ok");
  CHECK(ends[1]["status"] == "limit");
  CHECK(ends[1]["cycles"] == 20);

  const std::string wrong = folder.write(
      "w.yaml",
      "graph: plain.yaml\nsizes: {b: 10}\naxes: {generate.b: [ones, \"uniform,density=7\"]}\n");
  run_for_json({"sweep", wrong, "--out", folder.path("w")}, 1);
  const auto errors = rows_of(folder.path("w"), {"--where", "status != 'ok'"});
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["status"] == "error");
  CHECK(errors[0]["exit_code"] == 2);
  CHECK(contains(errors[0]["message"], "density"));
}

TEST_CASE("a point that takes too long or too much is ended and kept", "[cli]") {
  const TemporaryFolder folder;
  const std::string spec =
      folder.write("s.yaml", "graph: " + source_path("graphs/matmul_ikj.yaml") +
                                 "\ngenerate: {B: \"nnz,nnz=500000\", C: \"nnz,nnz=500000\"}\n"
                                 "sizes: {j: 1000000, k: 1000000}\naxes: {size.i: [1000000]}\n");
  const auto begin = std::chrono::steady_clock::now();
  run_for_json({"sweep", spec, "--out", folder.path("t"), "--timeout", "0.7"}, 1);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  const auto late = rows_of(folder.path("t"));
  CHECK(late[0]["status"] == "timeout");
  CHECK(contains(late[0]["message"], "no result within"));
#ifndef __SANITIZE_ADDRESS__  // it reserves terabytes
  run_for_json({"sweep", spec, "--out", folder.path("m"), "--memory", "60"}, 1);
  const auto large = rows_of(folder.path("m"));
  CHECK(large[0]["status"] == "limit");
  CHECK(contains(large[0]["message"], "memory"));
#endif
}

TEST_CASE("a dry run prints the points and the first command", "[cli]") {
  const TemporaryFolder folder;
  std::string seeds = "0";
  for (int k = 1; k < 100; ++k) {
    seeds += ", " + std::to_string(k);
  }
  const std::string spec =
      folder.write("s.yaml", kProduct + "axes: {seed: [" + seeds +
                                 "], fifo.depth: {from: 1, to: 1000, integer: true}}\n" +
                                 "random: {points: 10000, seed: 2}\n");
  const auto begin = std::chrono::steady_clock::now();
  const auto planned = run_for_json({"sweep", spec, "--dry-run"});
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  CHECK(planned["points"] == 10000);
  CHECK(planned["planned"].size() == 10000);
  CHECK(planned["planned"][9999]["point"] == 10000);
  const SubprocessResult text = run_fiberloom({"sweep", spec, "--dry-run"});
  CHECK(text.exit_code == 0);
  CHECK(contains(text.output, "\n10000 points, the first one:\nfiberloom run "));
  CHECK(!std::filesystem::exists(folder.path("o")));
}

TEST_CASE("check and sweep show what a sweep names wrongly, and where", "[cli]") {
  const TemporaryFolder folder;
  struct Fault {
    std::string text;
    std::string at;  ///< LINE:COLUMN
    std::string message;
    std::string hint{};
  };
  const std::string expression = "expression: x(i) = B(i,j) * c(j)\n";
  const std::vector<Fault> faults = {
      {expression + "axes: {fifo.dept: [1]}\n", "2:8", "fifo has no key 'dept'", "depth"},
      {expression + "axes: {sede: [1]}\n", "2:8", "nothing to set by the name 'sede'", "seed"},
      {expression + "axes: {fifo.depth: [0]}\n", "2:8", "depth must be from 1"},
      {expression + "axes: {blocks.scaner.latency: [1]}\n", "2:8", "no block type 'scaner'",
       "scanner"},
      {expression + "set: {clock_hz: 0}\naxes: {seed: [1]}\n", "2:7", "clock_hz must be above 0"},
      {expression + "axes: {format.D: [ss]}\n", "2:8", "there is no tensor 'D'"},
      {expression + "axes: {format.B: [sx]}\n", "2:19", "'x'"},
      {expression + "axes: {seed: [-1]}\n", "2:15", "no whole number"},
      {expression + "axes: {type.B: [flaot]}\n", "2:17", "no component type 'flaot'", "float"},
      {expression + "axes: {input.B: [absent.mtx]}\n", "2:18", "there is no file"},
      {expression + "axes: {generate.B: [unifrm]}\n", "2:21", "unknown generator 'unifrm'",
       "uniform"},
      {expression + "generate: {B: uniform}\naxes: {generate.B.densty: [0.1]}\n", "3:8",
       "no parameter 'densty'", "density"},
      {expression + "axes: {generate.B.density: [0.1]}\n", "2:8", "needs a recipe for B"},
      {expression + "axes: {schedule: [\"reordr(i,j)\"]}\n", "2:19", "no schedule command",
       "reorder"},
      {"expression: x(i) = = b(i)\naxes: {seed: [1]}\n", "1:13", "expected"},
      {"graph: absent.yaml\naxes: {seed: [1]}\n", "1:8", "absent.yaml"},
      {expression + "axes: {seed: [1, 2]}\nwhere: seed > sde\n", "3:15",
       "there is no column 'sde'"},
  };
  for (const Fault& fault : faults) {
    INFO(fault.text);
    const std::string file = folder.write("wrong.yaml", fault.text);
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"check", file}, {"sweep", file, "--dry-run"}}) {
      const std::string error = error_of(command);
      CHECK(contains(error, file + ":" + fault.at + ": error: "));
      CHECK(contains(error, fault.message));
      CHECK(contains(error, fault.hint));
    }
  }
  CHECK(contains(error_of({"sweep", folder.write("ok.yaml", kProduct + "axes: {seed: [1]}\n")}),
                 "--out DIR"));
}

TEST_CASE("the worked sweeps run, and every point is right", "[cli]") {
  const TemporaryFolder folder;
  for (const auto& [name, points] : {std::pair{"fifo_depth", 21}, std::pair{"loop_orders", 48},
                                     std::pair{"kernel_formats", 12}}) {
    INFO(name);
    const std::string file = std::string("configs/sweeps/") + name + ".yaml";
    CHECK(run_fiberloom({"check", file}).output == file + ": sweep ok\n");
    const auto summary = run_for_json({"sweep", file, "--out", folder.path(name), "-j", "2"});
    CHECK(summary["by_status"] == nlohmann::json({{"ok", points}}));
    for (const auto& row : rows_of(folder.path(name))) {
      CHECK(row["check.status"] == "ok");
    }
  }
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("configs/sweeps"))) {
    files += entry.path().extension() == ".yaml" ? 1 : 0;
  }
  CHECK(files == 3);  // a new one is to be run here too
}

}  // namespace fiberloom
