#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "support/program.h"

namespace fiberloom {
namespace {

const std::vector<std::string> kProduct = {"run", "graphs/matmul_ikj.yaml",
                                           "-g",  "B:uniform,density=0.1,seed=1",
                                           "-g",  "C:uniform,density=0.1,seed=2",
                                           "-d",  "i:40",
                                           "-d",  "j:30",
                                           "-d",  "k:50"};

/// A joiner whose side 1 comes through so long a detour that depth 1 is not enough.
constexpr const char* kReconvergent = R"(version: 1
tensors: {b: {format: s}}
blocks:
  bi: {type: scanner, tensor: b, level: 0}
  values: {type: array, tensor: b, in: {ref: bi.ref}}
  all: {type: reducer, in: {val: values.val}}
  each: {type: repeat_signal, in: {crd: bi.crd}}
  total: {type: repeater, in: {in: all.val, repsig: each.repsig}}
  end: {type: sink, in: {in: total.out}}
)";

}  // namespace

TEST_CASE("run simulates a product and checks it", "[cli]") {
  const auto report = run_for_json(with(kProduct, {"--check"}));
  CHECK(report["schema"] == 1);
  CHECK(report["status"] == "ok");
  CHECK(report["check"]["status"] == "ok");
  CHECK(report["results"]["X"]["shape"] == nlohmann::json({40, 30}));
  CHECK(report["inputs"]["B"]["shape"] == nlohmann::json({40, 50}));
  CHECK(report["config"]["fifo"]["depth"] == "unbounded");
  CHECK(report["cycles"] > 0);
  for (const auto& block : report["blocks"]) {
    const auto sums_to_cycles = [&](const nlohmann::json& process) {
      return process["busy"].get<uint64_t>() + process["stalled_in"].get<uint64_t>() +
                 process["stalled_out"].get<uint64_t>() + process["idle"].get<uint64_t>() ==
             report["cycles"].get<uint64_t>();
    };
    if (block.contains("processes")) {
      for (const auto& process : block["processes"]) {
        CHECK(sums_to_cycles(process));
      }
    } else {
      CHECK(sums_to_cycles(block));
    }
  }
}

TEST_CASE("both engines, any host cap: the same report but for the host's times", "[cli]") {
  const auto plain = run_for_json(with(kProduct, {"-c", "configs/finite.yaml"}));
  for (const std::vector<std::string>& other : std::vector<std::vector<std::string>>{
           {"--engine", "clocked"}, {"--host-cap", "1"}, {"--host-cap", "7"}}) {
    const auto report = run_for_json(with(with(kProduct, {"-c", "configs/finite.yaml"}), other));
    CHECK(report["cycles"] == plain["cycles"]);
    CHECK(report["blocks"] == plain["blocks"]);
    CHECK(report["channels"] == plain["channels"]);
  }
}

TEST_CASE("a cycle limit ends with exit code 4 and the same partial counts in both engines",
          "[cli]") {
  const auto ahead = run_for_json(with(kProduct, {"--max-cycles", "200"}), 4);
  const auto clocked =
      run_for_json(with(kProduct, {"--max-cycles", "200", "--engine", "clocked"}), 4);
  CHECK(ahead["status"] == "limit");
  CHECK(ahead["cycles"] == 200);
  CHECK(ahead["blocks"] == clocked["blocks"]);
}

TEST_CASE("a deadlock ends with exit code 3 and names a depth at which the graph passes", "[cli]") {
  const TemporaryFolder folder;
  const std::string graph = folder.write("reconvergent.yaml", kReconvergent);
  const std::vector<std::string> arguments = {"run", graph, "-g", "b:ones", "-d", "b:20"};
  const auto report = run_for_json(with(arguments, {"--set", "fifo.depth=2"}), 3);
  CHECK(report["status"] == "deadlock");
  CHECK(!report["deadlock"]["waits"].empty());
  const auto depth = report["deadlock"]["sufficient_depth"].get<uint64_t>();
  CHECK(run_for_json(with(arguments, {"--set", "fifo.depth=" + std::to_string(depth)}))["status"] ==
        "ok");
  CHECK(run_for_json(with(arguments, {"--set", "fifo.depth=" + std::to_string(depth - 1)}),
                     3)["status"] == "deadlock");
  const SubprocessResult text = run_fiberloom(with(arguments, {"--set", "fifo.depth=2"}));
  CHECK(text.output.find("waits for a slot for crd (bi.crd->each.crd") != std::string::npos);
}

TEST_CASE("a wrong graph fails its check with exit code 1 and shows where", "[cli]") {
  const auto report =
      run_for_json(with(kProduct, {"--check", "--expression", "X(i,j) = 2 * B(i,k) * C(k,j)"}), 1);
  CHECK(report["status"] == "mismatch");
  CHECK(report["check"]["status"] == "mismatch");
  CHECK(report["check"]["mismatches"].size() == 10);
}

TEST_CASE("a check that cannot be done is a failure with its reason", "[cli]") {
  const TemporaryFolder folder;
  const std::string graph = folder.write("g.yaml", kReconvergent);
  const auto report = run_for_json({"run", graph, "-g", "b:ones", "-d", "b:5", "--check"}, 1);
  CHECK(report["check"]["status"] == "not_possible");
  CHECK(report["check"]["reason"].get<std::string>().find("--expression") != std::string::npos);
}

TEST_CASE("a universe gets its size from the data, the graph or -d", "[cli]") {
  const TemporaryFolder folder;
  const std::string blocks = R"(
  all: {type: universe, size: i}
  bi: {type: scanner, tensor: b, level: 0}
  join: {type: left_join, in: {crd0: all.crd, crd1: bi.crd, in1_0: bi.ref}}
  bv: {type: array, tensor: b, in: {ref: join.out1_0}}
  one: {type: constant, value: 1, in: {trigger: join.crd}}
  add: {type: alu, op: add, in: {in0: bv.val, in1: one.val}}
  xi: {type: writer, tensor: x, level: 0, in: {crd: join.crd}}
  xv: {type: writer, tensor: x, level: values, in: {ref: xi.ref, val: add.val}}
)";
  const std::string tensors = "version: 1\ntensors: {b: {format: s}, x: {format: s}}\n";
  const std::string plain = folder.write("plain.yaml", tensors + "blocks:" + blocks);
  const std::string sized = folder.write("sized.yaml", tensors + "sizes: {i: 7}\nblocks:" + blocks);
  const std::string meant =
      folder.write("meant.yaml", tensors + "expression: x(i) = b(i) + 1\nblocks:" + blocks);
  const std::string data = folder.write("b.tns", "2 5\n4 -1\n");
  const auto stored = [&](const std::string& graph, const std::vector<std::string>& more) {
    return run_for_json(with({"run", graph, "-i", "b:" + data}, more))["results"]["x"]["stored"];
  };
  CHECK(stored(meant, {"--check"}) == 4);
  CHECK(stored(meant, {"-d", "i:6", "--check"}) == 6);
  CHECK(stored(sized, {}) == 7);
  CHECK(stored(sized, {"-d", "i:9"}) == 9);
  CHECK(stored(plain, {"-d", "i:5"}) == 5);
  CHECK(run_fiberloom({"run", plain, "-i", "b:" + data})
            .errors.find("the size of the index 'i' is not known") != std::string::npos);
}

TEST_CASE("the directory of --out holds all that a rerun needs", "[cli]") {
  const TemporaryFolder folder;
  const std::string out = folder.path("run");
  const auto first = run_for_json(with(kProduct, {"--out", out, "--set", "fifo.depth=3"}));
  for (const char* name : {"config.yaml", "graph.yaml", "statistics.json", "X.tns", "report.txt"}) {
    INFO(name);
    CHECK(std::filesystem::exists(std::filesystem::path(out) / name));
  }
  std::vector<std::string> again = with(kProduct, {"-c", out + "/config.yaml"});
  again[1] = out + "/graph.yaml";
  CHECK(run_for_json(again)["cycles"] == first["cycles"]);
}

TEST_CASE("the option -o writes the result, which reads back as the same tensor", "[cli]") {
  const TemporaryFolder folder;
  const auto report = run_for_json(with(kProduct, {"-o", folder.path("X.mtx")}));
  const auto info = run_for_json({"data", "info", folder.path("X.mtx")});
  CHECK(info["shape"] == report["results"]["X"]["shape"]);
  CHECK(info["stored"] == report["results"]["X"]["stored"]);
}

TEST_CASE("with --zeros drop a run leaves computed zeros out of the result", "[cli]") {
  const std::vector<std::string> arguments = {"run", "graphs/matmul_ijk.yaml",
                                              "-g",  "B:uniform,density=0.1,seed=1",
                                              "-g",  "C:uniform,density=0.1,seed=2",
                                              "-d",  "i:40",
                                              "-d",  "j:30",
                                              "-d",  "k:50"};
  const TemporaryFolder folder;
  const auto keep = run_for_json(with(arguments, {"-o", folder.path("keep.tns")}));
  const auto drop =
      run_for_json(with(arguments, {"--zeros", "drop", "-o", folder.path("drop.tns")}));
  const auto kept = run_for_json({"data", "info", folder.path("keep.tns")});
  const auto dropped = run_for_json({"data", "info", folder.path("drop.tns")});
  CHECK(kept["stored"] == keep["results"]["X"]["stored"]);
  CHECK(dropped["stored"] == drop["results"]["X"]["nonzeros"]);
  CHECK(dropped["stored"] < kept["stored"]);
}

TEST_CASE("the option --trace writes a timeline, cut to its window", "[cli]") {
  const TemporaryFolder folder;
  const std::string file = folder.path("trace.json");
  run_for_json(with(kProduct, {"--trace", file, "--trace-window", "10:50"}));
  const auto trace = nlohmann::json::parse(std::ifstream(file));
  size_t spans = 0;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] == "X") {
      ++spans;
      CHECK(event["ts"] >= 10);
      CHECK(event["ts"].get<uint64_t>() + event["dur"].get<uint64_t>() <= 50);
    }
  }
  CHECK(spans > 0);
}

TEST_CASE("the option --occupancy measures unbounded FIFOs, bounded ones are always measured",
          "[cli]") {
  const auto plain = run_for_json(kProduct);
  const auto measured = run_for_json(with(kProduct, {"--occupancy"}));
  const auto bounded = run_for_json(with(kProduct, {"--set", "fifo.depth=1000"}));
  for (const auto& [name, channel] : plain["channels"].items()) {
    INFO(name);
    CHECK(channel["max_occupancy"].is_null());
    CHECK(measured["channels"][name]["max_occupancy"] > 0);
    // Deep enough to be as good as unbounded: two ways of measuring, one answer.
    CHECK(measured["channels"][name]["max_occupancy"] ==
          bounded["channels"][name]["max_occupancy"]);
  }
}

TEST_CASE("component types: integers are exact, single precision is checked as such", "[cli]") {
  const auto integers = run_for_json(with(kProduct, {"-t", "B:int64", "-t", "C:int32", "--check"}));
  CHECK(integers["results"]["X"]["type"] == "int64");
  CHECK(integers["check"]["status"] == "ok");
  const auto single = run_for_json(with(kProduct, {"-t", "B:float", "-t", "C:float", "--check"}));
  CHECK(single["results"]["X"]["type"] == "float");
  CHECK(single["check"]["status"] == "ok");
}

}  // namespace fiberloom
