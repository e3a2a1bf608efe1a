#include <catch2/catch.hpp>
#include <fmt/format.h>
#include "support/testbench.h"
namespace fiberloom::testing {
TEST_CASE("dbg", "[.dbg]") {
  Testbench b = testbench_from_yaml(R"(
version: 1
blocks:
    test_source2: {type: test_source, kind: crd, depth: points, tokens: 4 2 1 2 4 1 0 7 7 2 3 8 1 2 8 1 0 5 8 5 4 6 5 2 2 4 4 4 2 8 8 4 6 3 6 6 8 3 D, sent: [6, 7, 8, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 29, 30, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 68, 69, 70]}
    test_arbiter4: {type: test_arbiter, in: {in0: {from: test_source2.out, depth: 2}, in1: test_source2.out}}
    test_port5: {type: test_port, answer: 10, in: {in0: test_arbiter4.out}}
    intersect9: {type: intersect, in: {crd0: test_port5.out0, crd1: test_source2.out}}
    test_sink19: {type: test_sink, in: {in: test_lockstep8_out0.out}}
    test_lockstep8_out0: {type: test_source, kind: ref, depth: 1, tokens: N N N N N N N N N S0 D}
)");
  b.config.fifo.depth = 4;
  for (bool clocked : {true, false}) {
    RunOptions o; o.clocked = clocked;
    auto t = b.run(o, true);
    auto& tr = t.trace.at("test_source2.out->test_arbiter4.in1");
    WARN("push " << to_text(tr.pushes, StreamKind::crd) << "\npop " << to_text(tr.pops, StreamKind::crd) << "\ncycles " << t.statistics.cycles);
    auto u = b.run(o, false);
    for (auto& c : u.statistics.channels) WARN(c.name << " " << c.tokens << " " << c.left << " peak " << c.max_occupancy.value_or(99));
  }
}
}
