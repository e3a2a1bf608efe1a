// What the checker finds out about streams.

#include <catch2/catch.hpp>

#include "samgraph/graph_yaml.h"
#include "samgraph/wiring.h"

namespace fiberloom {
namespace {

/// "crd 2" or "ref 1 B:0" for every output, by BLOCK.PORT.
std::map<std::string, std::string> types_of(const std::string& text) {
  const Graph graph = read_graph(YamlNode::parse(text, "g.yaml"));
  const Wiring wiring = check(graph);
  std::map<std::string, std::string> types;
  for (const WiredBlock& block : wiring.blocks) {
    for (const OutputPort& output : block.outputs) {
      std::string type =
          std::string(name_of(output.type.kind)) + " " +
          (output.type.depth == kPoints ? "points" : std::to_string(output.type.depth));
      if (!output.type.carrier.store.empty()) {
        type += " " + output.type.carrier.store + ":" + std::to_string(output.type.carrier.level);
      }
      types[block.node->name + "." + output.name] = type;
    }
  }
  return types;
}

TEST_CASE("kinds, depths and carriers follow the streams", "[samgraph]") {
  const auto types = types_of(R"(
version: 1
tensors: {B: {format: ss}, C: {format: ss}, X: {format: ss}}
blocks:
  Bi: {type: scanner, tensor: B, level: 0}
  each_i: {type: repeat_signal, in: {crd: Bi.crd}}
  C_at_i: {type: repeater, in: {repsig: each_i.repsig}}
  i_at_k: {type: repeater, in: {in: Bi.crd, repsig: each_k.repsig}}
  Bk: {type: scanner, tensor: B, level: 1, in: {ref: Bi.ref}}
  Ck: {type: scanner, tensor: C, level: 0, in: {ref: C_at_i.out}}
  k: {type: intersect, in: {crd0: Bk.crd, in0_0: Bk.ref, crd1: Ck.crd, in1_0: Ck.ref}}
  each_k: {type: repeat_signal, in: {crd: k.crd}}
  Cj: {type: scanner, tensor: C, level: 1, in: {ref: k.out1_0}}
  each_j: {type: repeat_signal, in: {crd: Cj.crd}}
  B_at_j: {type: repeater, in: {in: k.out0_0, repsig: each_j.repsig}}
  Bv: {type: array, tensor: B, in: {ref: B_at_j.out}}
  Cv: {type: array, tensor: C, in: {ref: Cj.ref}}
  mul: {type: alu, op: mul, in: {in0: Bv.val, in1: Cv.val}}
  sum: {type: accumulator, in: {crd0: Cj.crd, val: mul.val}}
  one: {type: reducer, in: {val: sum.val}}
  drop: {type: dropper, in: {outer: Bi.crd, in0: sum.crd0, in1: sum.val}}
  Xi: {type: writer, tensor: X, level: 0, in: {crd: drop.outer}}
  Xj: {type: writer, tensor: X, level: 1, in: {ref: Xi.ref, crd: drop.out0}}
  Xv: {type: writer, tensor: X, level: values, in: {ref: Xj.ref, val: drop.out1}}
  points: {type: stop_dropper, in: {in: Cj.ref}}
)");
  const std::map<std::string, std::string> expected = {{"Bi.crd", "crd 1"},
                                                       {"Bi.ref", "ref 1 B:0"},
                                                       {"each_i.repsig", "repsig 1"},
                                                       {"C_at_i.out", "ref 1 *:-1"},
                                                       {"i_at_k.out", "crd 3"},
                                                       {"Bk.crd", "crd 2"},
                                                       {"Bk.ref", "ref 2 B:1"},
                                                       {"Ck.crd", "crd 2"},
                                                       {"Ck.ref", "ref 2 C:0"},
                                                       {"k.crd", "crd 2"},
                                                       {"k.out0_0", "ref 2 B:1"},
                                                       {"k.out1_0", "ref 2 C:0"},
                                                       {"each_k.repsig", "repsig 2"},
                                                       {"Cj.crd", "crd 3"},
                                                       {"Cj.ref", "ref 3 C:1"},
                                                       {"each_j.repsig", "repsig 3"},
                                                       {"B_at_j.out", "ref 3 B:1"},
                                                       {"Bv.val", "val 3"},
                                                       {"Cv.val", "val 3"},
                                                       {"mul.val", "val 3"},
                                                       {"sum.crd0", "crd 2"},
                                                       {"sum.val", "val 2"},
                                                       {"one.val", "val 1"},
                                                       {"drop.outer", "crd 1"},
                                                       {"drop.out0", "crd 2"},
                                                       {"drop.out1", "val 2"},
                                                       {"Xi.ref", "ref 1 X:0"},
                                                       {"Xj.ref", "ref 2 X:1"},
                                                       {"points.out", "ref points C:1"}};
  auto got = types;
  got.erase("i_at_k.out");
  auto wanted = expected;
  wanted.erase("i_at_k.out");
  CHECK(got == wanted);
}

TEST_CASE("outer coordinates are a payload of any depth below theirs", "[samgraph]") {
  const auto types = types_of(R"(
version: 1
tensors: {B: {format: ss}}
blocks:
  Bi: {type: scanner, tensor: B, level: 0}
  Bk: {type: scanner, tensor: B, level: 1, in: {ref: Bi.ref}}
  each_k: {type: repeat_signal, in: {crd: Bk.crd}}
  i_at_k: {type: repeater, in: {in: Bi.crd, repsig: each_k.repsig}}
  held: {type: holder, in: {outer: Bi.crd, inner: Bk.crd}}
  end: {type: sink, in: {in: i_at_k.out}}
)");
  CHECK(types.at("i_at_k.out") == "crd 2");
  CHECK(types.at("held.outer") == "crd 2");
  CHECK(types.at("held.inner") == "crd 2");
}

TEST_CASE("an accumulator of n coordinates leaves one loop out", "[samgraph]") {
  const auto types = types_of(R"(
version: 1
blocks:
  i: {type: source, kind: crd, depth: 3, tokens: S2^2 D}
  j: {type: source, kind: crd, depth: 4, tokens: S3^3 D}
  v: {type: source, kind: val, depth: 4, tokens: S3^3 D}
  sum: {type: accumulator, perm: [1, 0], in: {crd0: i.out, crd1: j.out, val: v.out}}
  end: {type: sink, in: {in: sum.val}}
)");
  CHECK(types.at("sum.crd0") == "crd 2");
  CHECK(types.at("sum.crd1") == "crd 3");
  CHECK(types.at("sum.val") == "val 3");
}

TEST_CASE("producers come before consumers", "[samgraph]") {
  const Graph graph = read_graph(YamlNode::parse(R"(
version: 1
blocks:
  end: {type: sink, in: {in: c.val}}
  c: {type: alu, op: add, in: {in0: b.val, in1: a.out}}
  b: {type: alu, op: neg, in: {in0: a.out}}
  a: {type: source, kind: val, depth: 1, tokens: S0 D}
)",
                                                 "g.yaml"));
  CHECK(check(graph).topological == std::vector<size_t>{3, 2, 1, 0});
}

}  // namespace
}  // namespace fiberloom
