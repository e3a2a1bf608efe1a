#include "samgraph/faults.h"

namespace fiberloom::testing {
namespace {

/// Tensors and sources of all kinds; `lines` stand from line 12 on.
std::string with(const std::string& lines,
                 const std::string& end = "  end: {type: sink, in: {in: v1.out}}\n") {
  return "version: 1\n"
         "tensors: {B: {format: ss}, C: {format: ss}, x: {format: ss}, t: {format: scalar}}\n"
         "blocks:\n" +
         end +
         "  v1: {type: source, kind: val, depth: 1, tokens: 1 S0 D}\n"
         "  v2: {type: source, kind: val, depth: 2, tokens: 1 S1 D}\n"
         "  v0: {type: source, kind: val, depth: 0, tokens: 1 D}\n"
         "  c1: {type: source, kind: crd, depth: 1, tokens: 1 S0 D}\n"
         "  c2: {type: source, kind: crd, depth: 2, tokens: 1 S1 D}\n"
         "  r1: {type: source, kind: ref, depth: 1, tokens: 1 S0 D}\n"
         "  p: {type: source, kind: val, depth: points, tokens: 1 D}\n" +
         lines;
}

TEST_CASE("ports that are not there", "[samgraph]") {
  check_faults({
      {with("  b: {type: repeater, in: {crd: c1.crd, repsig: c1.out}}\n"),
       "repeater has no input 'crd'", 12, "crd", "inputs: in, repsig"},
      {with("  b: {type: alu, op: neg, in: {in0: v1.out, in1: v1.out}}\n"),
       "alu has no input 'in1'", 12, "in1", "inputs: in0"},
      {with("  b: {type: alu, op: add, in: {in0: v1.out}}\n"), "alu 'b' needs the input 'in1'", 12,
       "b"},
      {with("  b: {type: array, tensor: B, in: {ref: Q.ref}}\n"), "there is no block 'Q'", 12,
       "ref"},
      {with("  b: {type: array, tensor: B, in: {ref: r2.out}}\n"), "there is no block 'r2'", 12,
       "ref", "did you mean"},
      {with("  b: {type: array, tensor: B, in: {ref: r1.ref}}\n"),
       "source 'r1' has no output 'ref'", 12, "ref", "out"},
      {with("  b: {type: intersect, in: {crd0: c1.out}}\n"), "needs the input 'crd1'", 12, "b"},
      {with("  b: {type: reducer}\n"), "reducer 'b' needs the input 'val'", 12, "b"},
      {with("  b: {type: writer, tensor: x, level: 0, in: {val: v1.out}}\n"),
       "writer has no input 'val'", 12, "val"},
      {with("  b: {type: writer, tensor: x, level: values, in: {crd: c1.out}}\n"),
       "writer has no input 'crd'", 12, "crd"},
  });
}

TEST_CASE("numbered ports without gaps", "[samgraph]") {
  check_faults({
      {with("  b: {type: union, in: {crd0: c1.out, crd2: c1.out}}\n"), "b has 'crd2' but no 'crd1'",
       12, "crd2"},
      {with("  b: {type: union, in: {crd0: c1.out, crd1: c1.out, in0_1: v1.out}}\n"),
       "b has 'in0_1' but no 'in0_0'", 12, "in0_1"},
      {with("  b: {type: union, in: {crd0: c1.out, crd1: c1.out, in2_0: v1.out}}\n"),
       "b has 'in2_0' but no coordinates for side 2", 12, "in2_0"},
      {with("  b: {type: dropper, in: {outer: c1.out, in0: c2.out, in2: v2.out}}\n"),
       "b has 'in2' but no 'in1'", 12, "in2"},
      {with("  b: {type: accumulator, in: {crd1: c2.out, val: v2.out}}\n"),
       "b has 'crd1' but no 'crd0'", 12, "crd1"},
      {with("  b: {type: union, in: {crd00: c1.out, crd1: c1.out}}\n"),
       "union has no input 'crd00'", 12, "crd00"},
  });
}

TEST_CASE("streams of another kind", "[samgraph]") {
  check_faults({
      {with("  b: {type: alu, op: neg, in: {in0: c1.out}}\n"), "'in0' takes a val stream, not crd",
       12, "in0"},
      {with("  b: {type: repeat_signal, in: {crd: r1.out}}\n"), "'crd' takes a crd stream, not ref",
       12, "crd"},
      {with("  b: {type: repeater, in: {in: r1.out, repsig: c2.out}}\n"),
       "'repsig' takes a repsig stream, not crd", 12, "repsig"},
      {with("  s: {type: repeat_signal, in: {crd: c1.out}}\n"
            "  b: {type: union, in: {crd0: c1.out, crd1: c1.out, in0_0: s.repsig}}\n"),
       "'in0_0' cannot take a repsig stream", 13, "in0_0"},
  });
}

TEST_CASE("streams of another nesting depth", "[samgraph]") {
  check_faults({
      {with("  b: {type: alu, op: add, in: {in0: v1.out, in1: v2.out}}\n"),
       "'in1' is 2 loops deep, expected 1 loop deep", 12, "in1"},
      {with("  b: {type: reducer, in: {val: v0.out}}\n"),
       "'val' is 0 loops deep, expected 1 loop deep", 12, "val"},
      {with("  s: {type: repeat_signal, in: {crd: c1.out}}\n"
            "  b: {type: repeater, in: {in: r1.out, repsig: s.repsig}}\n"),
       "'repsig' is 1 loop deep, expected 2 loops deep", 13, "repsig"},
      {with("  s: {type: repeat_signal, in: {crd: c2.out}}\n"
            "  b: {type: repeater, in: {repsig: s.repsig}}\n"),
       "'repsig' is 2 loops deep, expected 1 loop deep", 13, "repsig"},
      {with("  b: {type: reducer, in: {val: p.out}}\n"),
       "reducer needs a stream with stops, 'val' is points", 12, "val"},
      {with("  b: {type: alu, op: add, in: {in0: v1.out, in1: p.out}}\n"),
       "'in1' is points without stops, expected 1 loop deep", 12, "in1"},
      {with("  b: {type: holder, in: {outer: c2.out, inner: c2.out}}\n"),
       "'inner' is 2 loops deep, expected 3 loops deep", 12, "inner"},
      {with("  b: {type: dropper, in: {outer: c1.out, in0: c2.out, in1: v1.out}}\n"),
       "'in1' is 1 loop deep, expected 2 loops deep or deeper", 12, "in1"},
      {with("  b: {type: accumulator, in: {crd0: c1.out, val: v1.out}}\n"),
       "'crd0' is 1 loop deep, expected 2 loops deep", 12, "crd0"},
      {with("  b: {type: accumulator, in: {crd0: c2.out, val: v1.out}}\n"),
       "'val' is 1 loop deep, expected 2 loops deep", 12, "val"},
      {with("  b: {type: source, kind: crd, depth: deep, tokens: 1 D}\n"),
       "depth must be a number from 0, or points, not 'deep'", 12, "b"},
  });
}

TEST_CASE("references that point elsewhere", "[samgraph]") {
  const std::string rows = "  Bi: {type: scanner, tensor: B, level: 0}\n";
  check_faults({
      {with(rows + "  b: {type: scanner, tensor: C, level: 1, in: {ref: Bi.ref}}\n"),
       "'ref' takes references to level 0 of C, these are to level 0 of B", 13, "ref"},
      {with(rows + "  b: {type: scanner, tensor: B, level: 0, in: {ref: Bi.ref}}\n"),
       "'ref' takes references to the root of B, these are to level 0 of B", 13, "ref"},
      {with(rows + "  b: {type: array, tensor: B, in: {ref: Bi.ref}}\n"),
       "'ref' takes references to level 1 of B, these are to level 0 of B", 13, "ref"},
      {with("  s: {type: repeat_signal, in: {crd: c1.out}}\n"
            "  r: {type: repeater, in: {repsig: s.repsig}}\n"
            "  b: {type: scanner, tensor: B, level: 1, in: {ref: r.out}}\n"),
       "'ref' takes references to level 0 of B, these are to the root", 14, "ref"},
      {with(rows + "  s: {type: repeat_signal, in: {crd: c2.out}}\n"
                   "  r: {type: repeater, in: {in: Bi.ref, repsig: s.repsig}}\n"
                   "  b: {type: scanner, tensor: C, level: 1, in: {ref: r.out}}\n"),
       "these are to level 0 of B", 15, "ref"},
      {with("  b: {type: array, tensor: B}\n"), "array 'b' needs the input 'ref'", 12, "b"},
  });
}

TEST_CASE("levels and results", "[samgraph]") {
  const std::string w0 = "  w0: {type: writer, tensor: x, level: 0, in: {crd: c1.out}}\n";
  const std::string w1 =
      "  w1: {type: writer, tensor: x, level: 1, in: {ref: w0.ref, crd: c2.out}}\n";
  const std::string wv =
      "  wv: {type: writer, tensor: x, level: values, in: {ref: w1.ref, val: v2.out}}\n";
  check_faults({
      {with("  b: {type: scanner, tensor: B, level: 2}\n"), "B has 2 levels, there is no level 2",
       12, "b"},
      {with("  b: {type: scanner, tensor: t, level: 0}\n"), "t has 0 levels, there is no level 0",
       12, "b"},
      {with("  b: {type: scanner, tensor: B, level: 1}\n"),
       "scanner 'b' needs the input 'ref' below level 0", 12, "b"},
      {with(w0 + w1 + wv + "  again: {type: writer, tensor: x, level: 0, in: {crd: c1.out}}\n"),
       "'again' writes the same level as 'w0'", 15, "again"},
      {with(w0 + w1), "the values of x are not written", 12, "w0"},
      {with(w0 +
            "  wv: {type: writer, tensor: x, level: values, in: {ref: w0.ref, val: v1.out}}\n"),
       "'ref' takes references to level 1 of x, these are to level 0 of x", 13, "ref"},
      {with(wv), "there is no block 'w1'", 12, "ref"},
      {with("", ""), "nothing ends the run", 0, ""},
  });
  CHECK_NOTHROW(check(read_graph(YamlNode::parse(with(w0 + w1 + wv), "g.yaml"))));
}

TEST_CASE("a level that nobody writes", "[samgraph]") {
  check_faults({
      {with("  r: {type: source, kind: ref, depth: 1, tokens: 0 S0 D}\n"
            "  w1: {type: writer, tensor: x, level: 1, in: {ref: r.out, crd: c2.out}}\n"
            "  wv: {type: writer, tensor: x, level: values, in: {ref: w1.ref, val: v2.out}}\n"),
       "level 0 of x is not written", 13, "w1"},
  });
}

TEST_CASE("a cycle is named", "[samgraph]") {
  check_faults({
      {with("  m: {type: alu, op: add, in: {in0: v1.out, in1: n.val}}\n"
            "  n: {type: alu, op: neg, in: {in0: m.val}}\n"
            "  after: {type: alu, op: neg, in: {in0: n.val}}\n"),
       "the graph has a cycle: m -> n -> m", 12, "m"},
      {with("  m: {type: alu, op: add, in: {in0: v1.out, in1: m.val}}\n"),
       "the graph has a cycle: m -> m", 12, "m"},
  });
}

TEST_CASE("an input that is connected from inside and from outside", "[samgraph]") {
  check_faults({
      {"version: 1\nsubgraphs:\n"
       "  lane: {inputs: {x: neg.in0}, blocks: {s: {type: source, kind: val, depth: 1, tokens: S0 "
       "D},"
       " neg: {type: alu, op: neg, in: {in0: s.out}}}}\n"
       "blocks:\n"
       "  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}\n"
       "  l: {type: lane, in: {x: a.out}}\n"
       "  end: {type: sink, in: {in: a.out}}\n",
       "input 'in0' of l.neg is connected twice", 6, "x"},
  });
}

}  // namespace
}  // namespace fiberloom::testing
