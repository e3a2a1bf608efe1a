#include "samgraph/graph_yaml.h"

#include <filesystem>

#include <catch2/catch.hpp>

#include "sim/compare_runs.h"
#include "sim/random_graph.h"
#include "support/testbench.h"

namespace fiberloom::testing {
namespace {

Graph read(const std::string& text, const std::map<std::string, std::string>& overrides = {}) {
  return read_graph(YamlNode::parse(text, "g.yaml"), overrides);
}

/// "block.input <- block.port", a line each.
std::string connections(const Graph& graph) {
  std::string text;
  for (const BlockNode& block : graph.blocks) {
    for (const Connection& c : block.inputs) {
      text += block.name + "." + c.input + " <- " + c.block + "." + c.port +
              (c.depth ? " " + std::to_string(*c.depth) : "") + "\n";
    }
  }
  return text;
}

TEST_CASE("a graph file says all that there is to a graph", "[samgraph]") {
  const Graph graph = read(R"(
version: 1
expression: x(i) = B(i,j) * 2
tensors:
  B: {format: ds, order: [1, 0]}
  x: {format: s}
  t: {format: scalar}
sizes: {i: 100}
blocks:
  Bi: {type: fiber_lookup, tensor: B, level: 0}
  Bj:
    type: scanner
    tensor: B
    level: 1
    in: {ref: {from: Bi.ref, depth: 8}}
    timing: {latency: 2, waits_for_next: true}
  v: {type: array, tensor: B, in: {ref: {from: Bj.ref, depth: unbounded}}}
  m: {type: alu, op: scale, by: 2.5, in: {in0: v.val}}
  end: {type: sink, in: {in: m.val}}
)");
  CHECK(graph.name == "g.yaml");
  CHECK(graph.expression == "x(i) = B(i,j) * 2");
  CHECK(graph.sizes.at("i") == 100);
  CHECK(to_string(graph.tensors.at("B").format) == "ds:1,0");
  CHECK(graph.tensors.at("t").format.levels() == 0);
  REQUIRE(graph.blocks.size() == 5);
  CHECK(graph.find("Bi")->spec->type == "scanner");  // by SAM's name
  CHECK(graph.find("Bj")->timing.count("latency") == 2);
  CHECK(graph.find("Bj")->timing.boolean("waits_for_next"));
  CHECK_FALSE(graph.find("Bj")->timing.has("initiation_interval"));
  CHECK(graph.find("m")->parameters.real("by") == 2.5);
  CHECK(graph.find("nobody") == nullptr);
  CHECK(connections(graph) ==
        "Bj.ref <- Bi.ref 8\nv.ref <- Bj.ref 0\nm.in0 <- v.val\nend.in <- m.val\n");
}

TEST_CASE("parameters are put in, and can be given from outside", "[samgraph]") {
  const std::string text = R"(
version: 1
parameters: {depth: 4, op: mul, lanes: 2, letters: ss}
tensors: {B: {format: "${letters}"}}
sizes: {i: "${lanes}0"}
blocks:
  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}
  m: {type: alu, op: "${op}", in: {in0: {from: a.out, depth: "${depth}"}, in1: a.out}}
  end: {type: sink, in: {in: m.val}}
)";
  const Graph graph = read(text);
  CHECK(graph.find("m")->parameters.name("op") == "mul");
  CHECK(graph.find("m")->inputs[0].depth == 4);
  CHECK(graph.sizes.at("i") == 20);
  CHECK(graph.tensors.at("B").format.letters == "ss");
  const Graph other = read(text, {{"depth", "9"}, {"op", "add"}});
  CHECK(other.find("m")->parameters.name("op") == "add");
  CHECK(other.find("m")->inputs[0].depth == 9);
}

TEST_CASE("a sub-graph is made as often as it is asked for", "[samgraph]") {
  const Graph graph = read(R"(
version: 1
parameters: {lanes: 2}
subgraphs:
  lane:
    inputs: {x: [sum.in0, twice.in0], y: sum.in1}
    outputs: {out: last.val, half: twice.val}
    blocks:
      sum: {type: alu, op: add}
      twice: {type: alu, op: scale, by: "${k}"}
      last: {type: alu, op: mul, in: {in0: sum.val, in1: {from: twice.val, depth: 3}}}
blocks:
  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}
  b: {type: source, kind: val, depth: 1, tokens: 2 S0 D}
  lanes: {type: lane, count: "${lanes}", in: {x: {from: a.out, depth: 7}, y: b.out}}
  one: {type: lane, in: {x: "lanes[1].out", y: "lanes[0].half"}}
  end: {type: sink, in: {in: one.out}}
)");
  CHECK(graph.find("lanes[1].twice")->parameters.real("by") == 1);
  CHECK(graph.find("one.twice")->parameters.real("by") == 0);
  CHECK(connections(graph) ==
        "lanes[0].sum.in0 <- a.out 7\nlanes[0].sum.in1 <- b.out\n"
        "lanes[0].twice.in0 <- a.out 7\n"
        "lanes[0].last.in0 <- lanes[0].sum.val\nlanes[0].last.in1 <- lanes[0].twice.val 3\n"
        "lanes[1].sum.in0 <- a.out 7\nlanes[1].sum.in1 <- b.out\n"
        "lanes[1].twice.in0 <- a.out 7\n"
        "lanes[1].last.in0 <- lanes[1].sum.val\nlanes[1].last.in1 <- lanes[1].twice.val 3\n"
        "one.sum.in0 <- lanes[1].last.val\none.sum.in1 <- lanes[0].twice.val\n"
        "one.twice.in0 <- lanes[1].last.val\n"
        "one.last.in0 <- one.sum.val\none.last.in1 <- one.twice.val 3\n"
        "end.in <- one.last.val\n");
  CHECK_NOTHROW(check(graph));
}

TEST_CASE("each instance can be fed by its own number", "[samgraph]") {
  const Graph graph = read(R"(
version: 1
subgraphs:
  lane:
    inputs: {x: neg.in0}
    outputs: {out: neg.val}
    blocks: {neg: {type: alu, op: neg}}
blocks:
  s0: {type: source, kind: val, depth: 1, tokens: 1 S0 D}
  s1: {type: source, kind: val, depth: 1, tokens: 2 S0 D}
  lanes: {type: lane, count: 2, in: {x: "s${k}.out"}}
  end: {type: sink, in: {in: "lanes[1].out"}}
)");
  CHECK(connections(graph) ==
        "lanes[0].neg.in0 <- s0.out\nlanes[1].neg.in0 <- s1.out\nend.in <- lanes[1].neg.val\n");
}

TEST_CASE("sub-graphs hold sub-graphs", "[samgraph]") {
  const Graph graph = read(R"(
version: 1
subgraphs:
  inner:
    inputs: {x: neg.in0}
    outputs: {out: neg.val}
    blocks: {neg: {type: alu, op: neg}}
  outer:
    inputs: {x: "in[0].x", y: "in[1].x"}
    outputs: {out: sum.val}
    blocks:
      in: {type: inner, count: 2}
      sum: {type: alu, op: add, in: {in0: "in[0].out", in1: "in[1].out"}}
blocks:
  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}
  o: {type: outer, count: 1, in: {x: a.out, y: a.out}}
  end: {type: sink, in: {in: "o[0].out"}}
)");
  CHECK(connections(graph) ==
        "o[0].in[0].neg.in0 <- a.out\no[0].in[1].neg.in0 <- a.out\n"
        "o[0].sum.in0 <- o[0].in[0].neg.val\no[0].sum.in1 <- o[0].in[1].neg.val\n"
        "end.in <- o[0].sum.val\n");
}

TEST_CASE("a count of 0 makes nothing", "[samgraph]") {
  const Graph graph = read(R"(
version: 1
subgraphs: {lane: {inputs: {x: neg.in0}, blocks: {neg: {type: alu, op: neg}}}}
blocks:
  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}
  lanes: {type: lane, count: 0, in: {x: a.out}}
  end: {type: sink, in: {in: a.out}}
)");
  CHECK(graph.blocks.size() == 2);
}

TEST_CASE("a graph that is written reads back to the same", "[samgraph]") {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FIBERLOOM_SOURCE "/graphs")) {
    if (entry.path().extension() != ".yaml") {
      continue;
    }
    INFO(entry.path());
    ++files;
    const Graph graph = read_graph(YamlNode::load(entry.path().string()));
    const std::string text = write_graph(graph);
    const Graph back = read(text);
    CHECK(write_graph(back) == text);
    CHECK(connections(back) == connections(graph));
    CHECK(back.expression == graph.expression);
    CHECK(back.sizes == graph.sizes);
  }
  CHECK(files >= 3);
}

TEST_CASE("a random graph that is written reads back to one that runs the same", "[samgraph]") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    INFO(seed);
    const Testbench bench = random_graph(seed, 10);
    const std::string text = write_graph(bench.graph);
    Testbench back = bench;
    back.graph = read(text);
    CHECK(write_graph(back.graph) == text);
    CHECK(difference(back.run({}, true), bench.run({}, true), {.trace = true}) == "");
  }
}

TEST_CASE("what YAML would read otherwise is quoted", "[samgraph]") {
  Graph graph = read(R"(
version: 1
expression: "x(i) = 'a' # \"b\" \\ {1}: [2], -3"
tensors: {B: {format: "ss", order: [1, 0]}}
blocks:
  "a: b": {type: source, kind: val, depth: 1, tokens: "-1 S0 D"}
  "- c": {type: source, kind: val, depth: 1, file: "no such: file"}
  end: {type: sink, in: {in: "a: b.out"}}
)");
  const Graph back = read(write_graph(graph));
  CHECK(back.expression == graph.expression);
  CHECK(back.blocks[0].name == "a: b");
  CHECK(back.blocks[0].parameters.name("tokens") == "-1 S0 D");
  CHECK(back.blocks[1].name == "- c");
  CHECK(back.blocks[1].parameters.name("file") == "no such: file");
  CHECK(back.blocks[2].inputs[0].block == "a: b");
}

}  // namespace
}  // namespace fiberloom::testing
