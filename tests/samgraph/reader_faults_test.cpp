#include "samgraph/faults.h"

namespace fiberloom::testing {
namespace {

const std::string kSource = "  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}\n";
const std::string kEnd = "  end: {type: sink, in: {in: a.out}}\n";

/// A graph of one source and one sink, and lines among its blocks.
std::string with_block(const std::string& lines) {
  return "version: 1\nblocks:\n" + kSource + lines + kEnd;  // lines stand from line 4 on
}
std::string with_tensor(const std::string& tensor, const std::string& lines) {
  return "version: 1\ntensors: {" + tensor + "}\nblocks:\n" + lines;
}

TEST_CASE("faults of a graph file's frame", "[samgraph]") {
  check_faults({
      {"[1, 2]", "a graph file", 1, "["},
      {"blocks: {}", "version", 1, "blocks"},
      {"version: 2\nblocks: {}", "version 1", 1, "2"},
      {"version: one\nblocks: {}", "version", 1, "one"},
      {"version: 1", "blocks", 1, "version"},
      {"version: 1\nblcks: {}\nblocks: {}", "has no key 'blcks'", 2, "blcks", "blocks"},
      {"version: 1\nblocks: {}\nblocks: {}", "blocks", 3, "blocks"},
      {"version: 1\nblocks: {a: {type: sink}", "not valid YAML", 2, ""},
      {"version: 1\nblocks: [a]", "blocks", 2, "[a]"},
      {"version: 1\nsizes: {i: many}\nblocks: {}",
       "the size of i must be a whole number from 0, not 'many'", 2, "many"},
      {"version: 1\nsizes: {i: -4}\nblocks: {}", "the size of i", 2, "-4"},
      {"version: 1\nparameters: {n: 3}\nsizes: {i: '${m}'}\nblocks: {}",
       "there is no parameter 'm'", 3, "'${m}'"},
      {"version: 1\nsizes: {i: '${n'}\nblocks: {}", "'${' without '}'", 2, "'${n'"},
  });
}

TEST_CASE("faults of tensors", "[samgraph]") {
  check_faults({
      {with_tensor("B: {}", kSource), "format", 2, "{}"},
      {with_tensor("B: {format: sx}", kSource), "x", 2, "sx"},
      {with_tensor("B: {format: sq}", kSource), "singleton", 2, "sq"},
      {with_tensor("B: {format: ss, order: [0, 0]}", kSource), "order", 2, "ss"},
      {with_tensor("B: {format: ss, order: [0]}", kSource), "order", 2, "ss"},
      {with_tensor("B: {format: ss, ordr: [1, 0]}", kSource), "has no key 'ordr'", 2, "ordr",
       "order"},
      {with_tensor("B: {format: ss, order: [1, x]}", kSource), "mode", 2, "x"},
      {with_tensor("B: {format: s}, B: {format: s}", kSource), "B", 2, "B: {format: s}}"},
  });
}

TEST_CASE("faults of blocks and their parameters", "[samgraph]") {
  check_faults({
      {with_block("  b: {tokens: 1 D}\n"), "type", 4, "{tokens"},
      {with_block("  b: {type: scaner, tensor: B, level: 0}\n"), "there is no block type 'scaner'",
       4, "scaner", "scanner"},
      {with_block("  b: {type: xyzzy}\n"), "there is no block type 'xyzzy'", 4, "xyzzy", "types"},
      {with_block("  b: {type: alu, op: neg, inn: {in0: a.out}}\n"), "has no key 'inn'", 4, "inn",
       "in"},
      {with_block("  b: {type: alu, in: {in0: a.out}}\n"), "alu needs the key 'op'", 4, "{type"},
      {with_block("  b: {type: alu, op: ad, in: {in0: a.out, in1: a.out}}\n"), "op cannot be 'ad'",
       4, "ad", "add"},
      {with_block("  b: {type: alu, op: pow, by: two, in: {in0: a.out}}\n"),
       "by must be a number, not 'two'", 4, "two"},
      {with_block("  b: {type: accumulator, perm: 3}\n"), "perm", 4, "3"},
      {with_block("  b: {type: accumulator, perm: [x]}\n"), "perm", 4, "x"},
      {with_block("  a: {type: sink, in: {in: a.out}}\n"), "a", 4, "a:"},
      {with_block("  b: {type: scanner, tensor: B, level: 0}\n"),
       "the graph declares no tensor 'B'", 4, "B"},
      {with_tensor("Bx: {format: s}", "  b: {type: scanner, tensor: By, level: 0}\n"),
       "the graph declares no tensor 'By'", 4, "By", "Bx"},
      {with_tensor("B: {format: s}", "  b: {type: scanner, tensor: B, level: top}\n"),
       "level must be a whole number from 0, not 'top'", 4, "top"},
      {with_tensor("B: {format: s}", "  b: {type: scanner, tensor: B, level: -1}\n"), "level", 4,
       "-1"},
      {with_block("  b: {type: alu, op: neg, in: {in0: a.out}, timing: {latncy: 2}}\n"),
       "has no key 'latncy'", 4, "latncy", "latency"},
      {with_block("  b: {type: alu, op: neg, in: {in0: a.out}, timing: {latency: 0}}\n"),
       "latency must be 1 or more", 4, "0"},
      {with_block("  b: {type: alu, op: neg, in: {in0: a.out}, timing: {fiber_startup: 1}}\n"),
       "has no key 'fiber_startup'", 4, "fiber_startup"},
      {with_block("  b: 3\n"), "block b", 4, "3"},
  });
}

TEST_CASE("faults of connections", "[samgraph]") {
  check_faults({
      {with_block("  b: {type: alu, op: neg, in: {in0: a}}\n"), "'a' names no port", 4, "a",
       "BLOCK.PORT"},
      {with_block("  b: {type: alu, op: neg, in: {in0: .out}}\n"), "names no port", 4, ".out"},
      {with_block("  b: {type: alu, op: neg, in: {in0: a.}}\n"), "names no port", 4, "a."},
      {with_block("  b: {type: alu, op: neg, in: {in0: [a.out]}}\n"), "a connection", 4, "[a.out]"},
      {with_block("  b: {type: alu, op: neg, in: {in0: {depth: 3}}}\n"), "from", 4, "{depth"},
      {with_block("  b: {type: alu, op: neg, in: {in0: {from: a.out, depth: 0}}}\n"),
       "depth must be from 1 to 1048576, or unbounded", 4, "0"},
      {with_block("  b: {type: alu, op: neg, in: {in0: {from: a.out, dept: 1}}}\n"),
       "has no key 'dept'", 4, "dept", "depth"},
      {with_block("  b: {type: alu, op: neg, in: {in0: a.out, in0: a.out}}\n"), "in0", 4,
       "in0: a.out}}"},
      {with_block("  b: {type: alu, op: neg, in: {in0: '${lane}.out'}}\n"),
       "there is no parameter 'lane'", 4, "'${lane}.out'"},
  });
}

/// Lines 2 on declare a sub-graph with an input x and an output out.
std::string with_subgraph(const std::string& subgraph, const std::string& blocks) {
  return "version: 1\nsubgraphs:\n" + subgraph + "blocks:\n" + kSource + blocks + kEnd;
}
const std::string kLane =
    "  lane: {inputs: {x: neg.in0}, outputs: {out: neg.val}, blocks: {neg: {type: alu, op: "
    "neg}}}\n";

TEST_CASE("faults of sub-graphs", "[samgraph]") {
  check_faults({
      {with_subgraph("  scanner: {blocks: {}}\n", ""), "cannot name a sub-graph", 3, "{blocks"},
      {with_subgraph("  lane: {inputs: {x: a.b}}\n", ""), "blocks", 3, "{inputs"},
      {with_subgraph("  lane: {inputs: {x: neg}, blocks: {}}\n", ""), "'neg' names no port", 3,
       "neg"},
      {with_subgraph("  lane: {outputs: {x: neg}, blocks: {}}\n", ""), "'neg' names no port", 3,
       "neg"},
      {with_subgraph("  lane: {input: {x: neg.in0}, blocks: {}}\n", ""), "has no key 'input'", 3,
       "input", "inputs"},
      {with_subgraph(kLane, "  l: {type: lane, in: {y: a.out}}\n"),
       "the sub-graph has no input 'y'", 6, "y", "x"},
      {with_subgraph(kLane, "  l: {type: lane}\n"), "input 'l.x' is not connected", 6, "l"},
      {with_subgraph(kLane, "  l: {type: lane, count: many, in: {x: a.out}}\n"),
       "count must be a whole number from 0, not 'many'", 6, "many"},
      {with_subgraph(kLane, "  l: {type: lane, cnt: 2, in: {x: a.out}}\n"), "has no key 'cnt'", 6,
       "cnt", "count"},
      {with_subgraph("  lane: {inputs: {x: nag.in0}, blocks: {neg: {type: alu, op: neg}}}\n",
                     "  l: {type: lane, in: {x: a.out}}\n"),
       "the sub-graph has no block 'l.nag'", 6, "x"},
      {with_subgraph("  lane: {blocks: {again: {type: lane}}}\n", "  l: {type: lane}\n"),
       "nest too deeply", 3, "again"},
      {with_subgraph(kLane,
                     "  l: {type: lane, count: 2, in: {x: a.out}}\n"
                     "  s: {type: sink, in: {in: 'l[2].out'}}\n"),
       "there is no block 'l[2]'", 7, "in"},
      {with_subgraph(kLane,
                     "  l: {type: lane, in: {x: a.out}}\n"
                     "  s: {type: sink, in: {in: l.val}}\n"),
       "there is no block 'l'", 7, "in"},
  });
}

TEST_CASE("an override of a parameter that the graph does not have", "[samgraph]") {
  const YamlNode file =
      YamlNode::parse("version: 1\nparameters: {lanes: 2}\nblocks:\n" + kSource + kEnd, "g.yaml");
  CHECK_NOTHROW(read_graph(file, {{"lanes", "4"}}));
  try {
    read_graph(file, {{"lane", "4"}});
    FAIL("was taken");
  } catch (const Error& error) {
    CHECK(error.message() == "the graph has no parameter 'lane'");
    CHECK_THAT(error.hint(), Catch::Contains("lanes"));
  }
}

TEST_CASE("a graph of too many instances is a limit at once", "[samgraph]") {
  const std::string source = "{s: {type: source, kind: val, depth: 0, tokens: 1 D}}";
  const auto graph = [](const std::string& subgraphs, const std::string& count) {
    return "version: 1\nsubgraphs:\n" + subgraphs + "blocks: {l: {type: lane, count: " + count +
           "}}\n";
  };
  for (const std::string& text : {graph("  lane: {blocks: " + source + "}\n", "2000000"),
                                  graph("  lane: {blocks: {}}\n", "4611686018427387904"),
                                  graph("  a: {blocks: {}}\n"
                                        "  b: {blocks: {x: {type: a, count: 2000}}}\n"
                                        "  lane: {blocks: {x: {type: b, count: 2000}}}\n",
                                        "2000")}) {
    INFO(text);
    try {
      read_graph(YamlNode::parse(text, "g.yaml"));
      FAIL_CHECK("was taken");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::limit);
      CHECK(error.message() == "more than 1000000 instances of sub-graphs");
    }
  }
}

}  // namespace
}  // namespace fiberloom::testing
