// check on files with every class of fault: exit code 2, and where, as text and as JSON.

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "support/program.h"

namespace fiberloom {
namespace {

struct Fault {
  std::string text;
  std::string message;  ///< a part of it
  size_t line;
  std::string at;      ///< what stands there, and nowhere before in that line
  std::string hint{};  ///< a part of it

  size_t column() const {
    size_t begin = 0;
    for (size_t k = 1; k < line; ++k) {
      begin = text.find('\n', begin) + 1;
    }
    return text.find(at, begin) - begin + 1;
  }
};

void check_fault(const TemporaryFolder& folder, const Fault& fault) {
  const std::string file = folder.write("wrong.yaml", fault.text);
  CAPTURE(fault.text);
  const SubprocessResult text = run_fiberloom_limited({"check", file});
  CAPTURE(text.errors);
  CHECK(text.exit_code == 2);
  CHECK(text.output.empty());
  CHECK(
      text.errors.starts_with(fmt::format("{}:{}:{}: error: ", file, fault.line, fault.column())));
  CHECK(text.errors.find(fault.message) != std::string::npos);
  CHECK(text.errors.find(fault.hint) != std::string::npos);
  CHECK(text.errors.find('^') != std::string::npos);

  const auto report = run_for_json({"check", file}, 2);
  CHECK(report["status"] == "error");
  const auto& entry = report["files"][0];
  CHECK(entry["file"] == file);
  CHECK(entry["status"] == "error");
  CHECK(entry["line"] == fault.line);
  CHECK(entry["column"] == fault.column());
  CHECK(entry["message"].get<std::string>().find(fault.message) != std::string::npos);
  CHECK(entry["hint"].get<std::string>().find(fault.hint) != std::string::npos);
}

const std::string kSource = "  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}\n";
const std::string kHead = "version: 1\nblocks:\n" + kSource;  // what follows stands from line 4 on

}  // namespace

TEST_CASE("check shows where a graph is wrong, for every class of fault", "[cli]") {
  const TemporaryFolder folder;
  const std::vector<Fault> faults = {
      {"version: 2\nblocks: {}\n", "version 1", 1, "2"},
      {"version: 1\nblocks: {}\nblcks: {}\n", "has no key 'blcks'", 3, "blcks", "blocks"},
      {"version: 1\nblocks: {}\nblocks: {}\n", "blocks", 3, "blocks"},
      {kHead + "  b: {type: sinc, in: {in: a.out}}\n", "there is no block type 'sinc'", 4, "sinc",
       "sink"},
      {kHead + "  b: {type: alu, op: ad, in: {in0: a.out}}\n", "op cannot be 'ad'", 4, "ad", "add"},
      {kHead + "  b: {type: alu, in: {in0: a.out}}\n", "alu needs the key 'op'", 4, "{type"},
      {kHead + "  b: {type: sink, in: {inn: a.out}}\n", "sink has no input 'inn'", 4, "inn",
       "inputs: in"},
      {kHead + "  b: {type: sink, in: {in: c.out}}\n", "there is no block 'c'", 4, "in: c"},
      {kHead + "  b: {type: sink, in: {in: a.val}}\n", "source 'a' has no output 'val'", 4, "in: a",
       "out"},
      {kHead + "  b: {type: alu, op: add, in: {in0: a.out}}\n", "needs the input 'in1'", 4, "b:"},
      {kHead + "  b: {type: repeat_signal, in: {crd: a.out}}\n",
       "'crd' takes a crd stream, not val", 4, "crd"},
      {kHead + "  c: {type: reducer, in: {val: a.out}}\n"
               "  b: {type: alu, op: add, in: {in0: a.out, in1: c.val}}\n",
       "0 loops deep, expected 1 loop deep", 5, "in1"},
      {kHead + "  b: {type: scanner, tensor: B, level: 0}\n", "the graph declares no tensor 'B'", 4,
       "B,"},
      {kHead + "  b: {type: sink, in: {in: {from: a.out, depth: 0}}}\n",
       "depth must be from 1 to 1048576", 4, "0}"},
      {kHead + "  b: {type: sink, timing: {latncy: 2}, in: {in: a.out}}\n", "has no key 'latncy'",
       4, "latncy", "latency"},
      {kHead + "  b: {type: sink, timing: {latency: 5000000000}, in: {in: a.out}}\n",
       "latency must be at most", 4, "5000000000"},
      {kHead + "  b: {type: sink, in: {in: '${x}.out'}}\n", "there is no parameter 'x'", 4, "'$"},
  };
  for (const Fault& fault : faults) {
    check_fault(folder, fault);
  }
}

TEST_CASE("check shows where a config is wrong", "[cli]") {
  const TemporaryFolder folder;
  check_fault(folder, {"fifo: {dept: 4}\n", "has no key 'dept'", 1, "dept", "depth"});
  check_fault(folder, {"blocks:\n  scaner: {latency: 2}\n", "there is no block type 'scaner'", 2,
                       "scaner", "scanner"});
  check_fault(folder, {"clock_hz: 0\n", "clock_hz must be above 0", 1, "0"});
  check_fault(folder, {"- 1\n", "a graph or config file", 1, "-"});
}

TEST_CASE("check goes on after a fault and reports every file", "[cli]") {
  const TemporaryFolder folder;
  const std::string wrong = folder.write("wrong.yaml", "version: 1\n");
  const auto report = run_for_json({"check", "graphs/vec_identity.yaml", wrong,
                                    folder.path("absent.yaml"), "configs/finite.yaml"},
                                   2);
  REQUIRE(report["files"].size() == 4);
  CHECK(report["files"][0]["status"] == "ok");
  CHECK(report["files"][0]["kind"] == "graph");
  CHECK(report["files"][1]["status"] == "error");
  CHECK(report["files"][2]["status"] == "error");
  CHECK(report["files"][3]["status"] == "ok");
  CHECK(report["files"][3]["kind"] == "config");
}

TEST_CASE("an expression that a graph cannot mean is a fault of the graph", "[cli]") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("g.yaml", "version: 1\nexpression: x(i) = = b(i)\nblocks:\n" + kSource +
                                 "  e: {type: sink, in: {in: a.out}}\n");
  const SubprocessResult result = run_fiberloom({"check", file});
  CAPTURE(result.errors);
  CHECK(result.exit_code == 2);
  CHECK(result.errors.find('^') != std::string::npos);
}

TEST_CASE("files that are no YAML, or no text at all, are refused", "[cli]") {
  const TemporaryFolder folder;
  const std::string texts[] = {"version: 1\nblocks: {a: {type: sink}",
                               "\x7f"
                               "ELF\x01\x02\x03",
                               "a: &a [*a, *a]", std::string(100'000, '['), "version: [1"};
  for (const std::string& text : texts) {
    const std::string file = folder.write("wrong.yaml", text);
    const SubprocessResult result = run_fiberloom_limited({"check", file});
    CAPTURE(text.substr(0, 40), result.errors.substr(0, 400));
    CHECK(result.exit_code == 2);
    CHECK(result.errors.starts_with(file));
  }
  CHECK(run_fiberloom({"check", source_path("graphs")}).exit_code == 2);
}

}  // namespace fiberloom
