#include "sim/tree_store.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "support/testbench.h"

namespace fiberloom::testing {
namespace {

/// A tree {c: {c: value}} of one point.
uint64_t store_point(TreeStore& store, uint64_t c, double value) {
  store.add(0, c);
  store.add(1, c);
  store.add_value(value_token(value));
  store.end_fiber(1);
  store.end_fiber(0);
  return store.close_tree();
}

uint64_t first_coordinate(const Level& level, uint64_t reference) {
  FiberCursor cursor = level.open(reference);
  uint64_t coordinate = 0;
  uint64_t position = 0;
  REQUIRE(level.read(cursor, 1, &coordinate, &position) == 1);
  return coordinate;
}

TEST_CASE("a tree is kept until every reader has gone on", "[sim]") {
  TreeStore store(2);
  const Level& outer = store.read_level(0);
  const Level& inner = store.read_level(1);
  TreeStore::Reader& values = store.read_values();
  for (uint64_t k = 0; k < 5; ++k) {
    CHECK(store_point(store, 10 + k, static_cast<double>(k)) == k);
  }
  CHECK(store.held() == 5);
  CHECK(first_coordinate(outer, 3) == 13);
  CHECK(first_coordinate(inner, 2) == 12);
  CHECK(store.held() == 5);  // the values of tree 0 may still be asked for
  CHECK(values.value(1).value<double>() == 1);
  CHECK(store.held() == 4);
  CHECK(values.value(4).value<double>() == 4);
  CHECK(store.held() == 3);
  CHECK(first_coordinate(inner, 2) == 12);  // the same one again
  CHECK_THROWS_AS(first_coordinate(inner, 1), Error);
  CHECK_THROWS_AS(first_coordinate(outer, 5), Error);
  CHECK(store.points() == 5);
}

TEST_CASE("a buffer holds no more trees than its readers are behind", "[sim]") {
  TreeStore store(2);
  const Level& outer = store.read_level(0);
  const Level& inner = store.read_level(1);
  for (uint64_t k = 0; k < 1000; ++k) {
    store_point(store, k, 0);
    CHECK(first_coordinate(outer, k) == k);
    CHECK(first_coordinate(inner, k) == k);
    REQUIRE(store.held() <= 2);
  }
}

TEST_CASE("trees that nothing reads are not kept", "[sim]") {
  TreeStore store(1);
  store.add(0, 4);
  store.add_value(empty_token());
  store.end_fiber(0);
  store.close_tree();
  CHECK(store.held() == 0);
  CHECK(store.largest() == 1);
}

const std::string kBuffer =
    "  c: {type: source, kind: crd, depth: 1, tokens: 1 3 S0 D}\n"
    "  v: {type: source, kind: val, depth: 1, tokens: 5 6 S0 D}\n"
    "  t: {type: buffer, in: {crd0: c.out, val: v.out}}\n";

std::string fault_of(const std::string& blocks) {
  try {
    check(testbench_from_yaml("version: 1\ntensors: {B: {format: s}, X: {format: s}}\nblocks:\n" +
                              blocks)
              .graph);
  } catch (const Error& error) {
    return error.message() + " (" + error.hint() + ")";
  }
  return "no fault";
}

TEST_CASE("what reads a buffer is checked", "[sim]") {
  const auto [blocks, fault] = GENERATE(table<std::string, std::string>({
      {"  s: {type: scanner, tensor: t, level: 0, in: {ref: t.ref}}\n"
       "  e: {type: sink, in: {in: s.crd}}\n",
       "no fault"},
      {"  s: {type: scanner, tensor: t, level: 0}\n  e: {type: sink, in: {in: s.crd}}\n",
       "needs the input 'ref' in a buffer's trees"},
      {"  s: {type: scanner, tensor: t, level: 1, in: {ref: t.ref}}\n"
       "  e: {type: sink, in: {in: s.crd}}\n",
       "t has 1 levels, there is no level 1"},
      {"  s: {type: scanner, tensor: B, level: 0, in: {ref: t.ref}}\n"
       "  e: {type: sink, in: {in: s.crd}}\n",
       "takes references to the root of B, these are to the root of t"},
      {"  a: {type: array, tensor: t, in: {ref: t.ref}}\n  e: {type: sink, in: {in: a.val}}\n",
       "takes references to level 0 of t, these are to the root of t"},
      {"  s: {type: scanner, tensor: tt, level: 0, in: {ref: t.ref}}\n",
       "the graph declares no tensor 'tt' (did you mean 't'?)"},
      {"  s: {type: scanner, tensor: c, level: 0, in: {ref: t.ref}}\n",
       "the graph declares no tensor 'c'"},
      {"  w: {type: writer, tensor: t, level: 0, in: {crd: c.out}}\n", "names 't'"},
      {"  B: {type: buffer, in: {crd0: c.out, val: v.out}}\n", "has the name of a tensor"},
  }));
  INFO(blocks);
  CHECK_THAT(fault_of(kBuffer + blocks), Catch::Contains(fault));
}

TEST_CASE("every instance of a sub-graph has its own buffer", "[sim]") {
  const Testbench bench = testbench_from_yaml(R"(version: 1
subgraphs:
  lane:
    inputs: {crd: t.crd0, val: t.val}
    outputs: {val: a.val}
    blocks:
      s: {type: scanner, tensor: t, level: 0, in: {ref: t.ref}}
      a: {type: array, tensor: t, in: {ref: s.ref}}
      t: {type: buffer}
blocks:
  c: {type: source, kind: crd, depth: 1, tokens: 1 3 S0 D}
  v: {type: source, kind: val, depth: 1, tokens: 5 6 S0 D}
  twice: {type: alu, op: add, in: {in0: v.out, in1: v.out}}
  one: {type: lane, in: {crd: c.out, val: v.out}}
  two: {type: lane, in: {crd: c.out, val: twice.val}}
  end1: {type: test_sink, in: {in: one.val}}
  end2: {type: test_sink, in: {in: two.val}}
)");
  CHECK(bench.graph.find("two.s")->parameters.name("tensor") == "two.t");
  const Outcome outcome = bench.run({}, false);
  CHECK(to_text(outcome.sinks.at("end1"), StreamKind::val, false) == "5 6 S0 D");
  CHECK(to_text(outcome.sinks.at("end2"), StreamKind::val, false) == "10 12 S0 D");
}

TEST_CASE("a universe has the size that the graph gives its index", "[sim]") {
  const std::string blocks =
      "blocks:\n"
      "  u: {type: universe, size: i}\n"
      "  e: {type: test_sink, in: {in: u.crd}}\n";
  const Testbench bench = testbench_from_yaml("version: 1\nsizes: {i: 3}\n" + blocks);
  CHECK(to_text(bench.run({}, false).sinks.at("e"), StreamKind::crd, false) == "0 1 2 S0 D");
  CHECK_THAT(testbench_from_yaml("version: 1\n" + blocks).run({}, false).error,
             Catch::Contains("the size of the index 'i' is not known"));
}

TEST_CASE("sorted coordinates keep their own extents", "[sim]") {
  // Rows below 9 become the inner coordinate of a sorter: an accumulator behind it, which sums in
  // arrays of the extent, must not take the columns' extent for theirs.
  const Testbench bench = testbench_from_yaml(R"(version: 1
blocks:
  i: {type: test_source, kind: crd, depth: 1, size: 9, tokens: 3 8 S0 D}
  j: {type: test_source, kind: crd, depth: 2, size: 2, tokens: 1 S0 0 S1 D}
  v: {type: source, kind: val, depth: 2, tokens: 5 S0 6 S1 D}
  turn: {type: sorter, perm: [1, 0], in: {crd0: i.out, crd1: j.out, val: v.out}}
  sum: {type: accumulator, in: {crd0: turn.crd1, val: turn.val}}
  end1: {type: test_sink, in: {in: sum.crd0}}
  end2: {type: test_sink, in: {in: sum.val}}
)");
  const Outcome outcome = bench.run({}, false);
  CHECK(outcome.error.empty());
  CHECK(to_text(outcome.sinks.at("end1"), StreamKind::crd, false) == "3 8 S0 D");
}

}  // namespace
}  // namespace fiberloom::testing
