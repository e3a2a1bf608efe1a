#include <catch2/catch.hpp>

#include "support/program.h"

namespace fiberloom {
namespace {

const std::string kGraph = "graphs/mat_elemadd.yaml";

}  // namespace

TEST_CASE("usage errors say what was expected, with exit code 2", "[cli]") {
  check_refused({}, "A subcommand is required");
  check_refused({"rnu"}, "there is no command 'rnu'\n  did you mean 'run'?");
  check_refused({"run"}, "graph is required");
  check_refused({"run", kGraph, "--engien", "clocked"}, "--engien");
  check_refused({"run", kGraph, "--engine", "fast"}, "fast");
  check_refused({"run", kGraph, "--max-cycles", "0"}, "--max-cycles");
  check_refused({"run", kGraph, "--max-cycles", "-3"}, "--max-cycles");
  check_refused({"run", kGraph, "--trace-window", "1:2"}, "--trace-window goes with --trace");
  check_refused({"run", kGraph, "--zeros", "maybe"}, "maybe");
  check_refused({"data"}, "A subcommand is required");
  check_refused({"data", "make", "ones"}, "-o FILE");
}

TEST_CASE("operands: missing, unknown, twice, contradicting", "[cli]") {
  const std::string b = "B:uniform,density=0.5";
  check_refused({"run", kGraph, "-g", b, "-d", "i:4", "-d", "j:4"},
                "operand 'C' has no data\n  give -i C:FILE or -g C:RECIPE");
  check_refused({"run", kGraph, "-g", "E:ones"}, "-g names 'E', which is no operand");
  check_refused({"run", kGraph, "-g", b, "-g", b, "-d", "i:4", "-d", "j:4"}, "given data twice");
  check_refused({"run", kGraph, "-i", "B:no_such.mtx"}, "no_such.mtx: error: cannot open");
  check_refused({"run", kGraph, "-i", "no_such.mtx"}, "expected NAME:VALUE\n");
  check_refused({"run", kGraph, "-t", "B:complexdouble"}, "complex");
  check_refused({"run", kGraph, "-t", "B:duoble"}, "did you mean 'double'?");
  check_refused({"run", kGraph, "-g", "B:unifrom"}, "did you mean 'uniform'?");
  check_refused({"run", kGraph, "-f", "B:sx"}, "x");
  check_refused({"run", kGraph, "-f", "Q:ss"}, "declares no tensor 'Q'");
  check_refused({"run", kGraph, "-f", "B:ss:1,0"}, "another mode order needs another graph");
  const TemporaryFolder folder;
  const std::string small =
      folder.write("s.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n");
  const std::string large =
      folder.write("l.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 1\n");
  check_refused({"run", kGraph, "-i", "B:" + small, "-i", "C:" + large}, "contradict");
}

TEST_CASE("one option says one thing of a name, in every command", "[cli]") {
  const std::string sum = "x(i) = A(i,j)*b(j)";
  const Arguments data = {"-g", "A:ones", "-g", "b:ones", "-d", "i:3", "-d", "j:3"};
  const auto run = with({"run", sum}, data);
  const auto run_graph = with({"run", "graphs/mat_vecmul.yaml"}, {"-g", "B:ones", "-g", "c:ones"});
  CHECK(run_fiberloom(with(run, {"-f", "A:ds", "-f", "A:ds", "-d", "i:3"})).exit_code == 0);
  check_refused(with(run, {"-f", "A:ds", "-f", "A:dd"}), "-f A:dd contradicts -f A:ds");
  check_refused({"compile", sum, "-f", "A:ds", "-f", "A:dd"}, "-f A:dd contradicts -f A:ds");
  check_refused(with(run_graph, {"-f", "B:ss", "-f", "B:ds"}), "-f B:ds contradicts -f B:ss");
  check_refused(with(run, {"-d", "i:4"}), "-d i:4 contradicts -d i:3");
  check_refused(with(run, {"-t", "A:int32", "-t", "A:float"}), "-t A:float contradicts -t A:int32");
  check_refused(with(run, {"-g", "A:identity"}), "'A' is given data twice");
  const TemporaryFolder folder;
  const std::string file =
      folder.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 1\n");
  check_refused(with(run, {"-i", "A:" + file}), "'A' is given data twice");
  check_refused({"run", sum, "-g", "b:ones", "-i", "A:" + file, "-i", "A:" + file},
                "'A' is given data twice");
}

TEST_CASE("a graph names the coordinates of an integer division by zero", "[cli]") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.tns", "1 6\n3 7\n");
  const std::string b = folder.write("b.tns", "1 2\n2 5\n");
  check_refused({"run", "x(i) = a(i)/b(i)", "-i", "a:" + a, "-i", "b:" + b, "-t", "a:int32", "-t",
                 "b:int32", "-d", "i:4"},
                "integer division by zero at i=2");
}

TEST_CASE("configs: unknown keys and values that do not fit", "[cli]") {
  check_refused({"config", "--set", "fifo.depht=4"}, "did you mean 'depth'?");
  check_refused({"config", "--set", "fifo.depth=0"}, "depth must be from 1");
  check_refused({"config", "--set", "fifo.depth=many"}, "depth must be a whole number");
  check_refused({"config", "--set", "blocks.scaner.latency=2"}, "did you mean 'scanner'?");
  check_refused({"config", "--set", "blocks.scanner.latency=0"}, "latency must be 1 or more");
  check_refused({"config", "--set", "clock_hz=-1"}, "clock_hz must be above 0");
  check_refused({"config", "--set", "clock_hz"}, "--set takes PATH=VALUE");
  check_refused({"config", "no_such.yaml"}, "no_such.yaml: error: cannot open");
  check_refused({"run", kGraph, "--set", "graph.lanes=2"}, "no parameter 'lanes'");
}

TEST_CASE("a fault in a graph file is shown where it stands", "[cli]") {
  const TemporaryFolder folder;
  const std::string graph = folder.write("g.yaml",
                                         "version: 1\n"
                                         "tensors: {b: {format: s}}\n"
                                         "blocks:\n"
                                         "  bi: {type: scanner, tensor: b, level: 0}\n"
                                         "  rep: {type: repeater, in: {crd: bi.crd}}\n");
  const SubprocessResult result = run_fiberloom({"check", graph});
  CHECK(result.exit_code == 2);
  CHECK(result.errors == graph +
                             ":5:30: error: repeater has no input 'crd'\n"
                             "    5 |   rep: {type: repeater, in: {crd: bi.crd}}\n"
                             "      |                              ^~~ inputs: in, repsig\n");
}

TEST_CASE("with --json an error is an object too", "[cli]") {
  const auto report = run_for_json({"run", "graphs/no_such.yaml"}, 2);
  CHECK(report["status"] == "error");
  CHECK(report["file"] == "graphs/no_such.yaml");
  CHECK(report["message"].get<std::string>().find("cannot open") == 0);
}

TEST_CASE("every command that reports gives its errors as objects that stderr agrees with",
          "[cli]") {
  const TemporaryFolder folder;
  const std::string matrix =
      folder.write("m.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1\n");
  const std::string graph = folder.write("g.yaml", "version: 1\nblocks:\n  a: {type: sinc}\n");
  const std::string config = folder.write("c.yaml", "fifo: {dept: 3}\n");
  struct Case {
    std::vector<std::string> arguments;
    std::string file;
    int line;
  };
  const std::vector<Case> cases = {
      {{"run", graph}, graph, 3},
      {{"run", kGraph, "-i", "B:" + matrix}, matrix, 3},
      {{"run", kGraph, "-c", config}, config, 1},
      {{"graph", graph}, graph, 3},
      {{"config", config}, config, 1},
      {{"data", "info", matrix}, matrix, 3},
      {{"data", "convert", matrix, folder.path("x.tns")}, matrix, 3},
      {{"data", "make", "unifrom", "-d", "3", "-o", folder.path("x.tns")}, "recipe", 1},
      {{"blocks", "scaner"}, "", 0},
      {{"formats", "spase"}, "", 0},
      {{"run", kGraph, "--engine", "fast"}, "", 0},
      {{"rnu"}, "", 0},
  };
  for (const Case& one : cases) {
    std::vector<std::string> arguments = one.arguments;
    arguments.emplace_back("--json");
    const SubprocessResult result = run_fiberloom(arguments);
    CAPTURE(arguments, result.output, result.errors);
    CHECK(result.exit_code == 2);
    const auto report = nlohmann::json::parse(result.output);
    CHECK(report["schema"] == 1);
    CHECK(report.contains("version"));
    CHECK(report["status"] == "error");
    CHECK(result.errors.find(report["message"].get<std::string>()) != std::string::npos);
    if (one.line == 0) {
      continue;
    }
    CHECK(report["file"] == one.file);
    CHECK(report["line"] == one.line);
    CHECK(report["column"] >= 0);
    CHECK(result.errors.starts_with(one.file + ":" + std::to_string(one.line) + ":"));
  }
}

TEST_CASE("what cannot be written is a fault of the environment, exit code 5", "[cli]") {
  const std::vector<std::string> arguments = {"run", kGraph,   "-g", "B:ones",
                                              "-g",  "C:ones", "-d", "i:2",
                                              "-d",  "j:2",    "-o", "/no_such_folder/x.tns"};
  CHECK(run_fiberloom(arguments).exit_code == 5);
}

}  // namespace fiberloom
