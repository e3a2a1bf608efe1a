#include <systemc>

#include <catch2/catch.hpp>

#include "sim/block.h"
#include "sim/machine.h"
#include "support/testbench.h"

namespace fiberloom::testing {
namespace {

/// Names of the objects below an object of the present simulation.
std::vector<std::string> children(const sc_core::sc_object* parent) {
  std::vector<std::string> names;
  const auto& objects =
      parent == nullptr ? sc_core::sc_get_top_level_objects() : parent->get_child_objects();
  for (const sc_core::sc_object* object : objects) {
    names.push_back(object->basename());
  }
  return names;
}
const sc_core::sc_object* top_level(const std::string& name) {
  for (const sc_core::sc_object* object : sc_core::sc_get_top_level_objects()) {
    if (object->basename() == name) {
      return object;
    }
  }
  return nullptr;
}
bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

TEST_CASE("the SystemC hierarchy mirrors the graph's", "[sim]") {
  const Testbench bench = testbench_from_yaml(R"(
version: 1
subgraphs:
  inner:
    inputs: {x: neg.in0}
    outputs: {out: neg.val}
    blocks: {neg: {type: alu, op: neg}}
  lane:
    inputs: {x: i.x}
    outputs: {out: twice.val}
    blocks:
      i: {type: inner}
      twice: {type: alu, op: scale, by: 2, in: {in0: i.out}}
blocks:
  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}
  lanes: {type: lane, count: 2, in: {x: a.out}}
  e0: {type: sink, in: {in: "lanes[0].out"}}
  e1: {type: sink, in: {in: "lanes[1].out"}}
)");
  const Wiring wiring = check(bench.graph);
  const Operands operands;
  Machine machine(wiring, bench.config, operands, {});
  const std::vector<std::string> top = children(nullptr);
  for (const std::string name : {"a", "e0", "e1", "lanes[0]", "lanes[1]"}) {
    INFO(name);
    CHECK(contains(top, name));
  }
  const sc_core::sc_object* lane = top_level("lanes[1]");
  REQUIRE(lane != nullptr);
  CHECK(contains(children(lane), "twice"));
  CHECK(contains(children(lane), "i"));
  CHECK_FALSE(contains(children(lane), "neg"));
  const sc_core::sc_object* neg = sc_core::sc_find_object("lanes[1].i.neg");
  REQUIRE(neg != nullptr);
  CHECK(dynamic_cast<const Block*>(neg) != nullptr);
  CHECK(std::string(neg->kind()) == "sc_module");
  // FIFOs are objects too; a dot cannot be part of a name.
  const sc_core::sc_object* fifo = top_level("lanes[1]:i:neg:val->lanes[1]:twice:in0");
  REQUIRE(fifo != nullptr);
  CHECK(std::string(fifo->kind()) == "fiberloom_fifo");
  CHECK(machine.run().status == RunStatus::finished);
}

TEST_CASE("simulations follow each other, and inside each other", "[sim]") {
  const Testbench bench = testbench_from_yaml(
      "version: 1\nblocks:\n  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}\n"
      "  e: {type: sink, in: {in: a.out}}\n");
  const Wiring wiring = check(bench.graph);
  const Operands operands;
  for (int round = 0; round < 3; ++round) {
    Machine outer(wiring, bench.config, operands, {});
    {
      RunOptions clocked;
      clocked.clocked = true;
      Machine inner(wiring, bench.config, operands, clocked);
      CHECK(inner.run().cycles == 4);
    }
    CHECK(outer.run().cycles == 4);
  }
}

}  // namespace
}  // namespace fiberloom::testing
