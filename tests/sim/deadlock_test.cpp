// Runs that do not end by themselves: deadlocks, cycle limits, interrupts.

#include <atomic>

#include <catch2/catch.hpp>

#include "sim/compare_runs.h"
#include "support/testbench.h"

namespace fiberloom::testing {
namespace {

/// The sum of a fiber is wanted for each of its coordinates: the signals must wait for the whole
/// fiber.
Testbench sum_for_each(const std::string& depth) {
  Testbench bench = testbench_from_yaml(
      "version: 1\n"
      "blocks:\n"
      "  i: {type: source, kind: crd, depth: 1, tokens: 0 1 2 3 S0 D}\n"
      "  v: {type: source, kind: val, depth: 1, tokens: 1 2 3 4 S0 D}\n"
      "  both: {type: test_lockstep, in: {in0: i.out, in1: v.out}}\n"
      "  each_i: {type: repeat_signal, in: {crd: both.out0}}\n"
      "  sum: {type: reducer, in: {val: both.out1}}\n"
      "  sum_at_i: {type: repeater, in: {in: sum.val, repsig: each_i.repsig}}\n"
      "  end: {type: test_sink, in: {in: sum_at_i.out}}\n");
  bench.config.set("fifo.depth=" + depth);
  return bench;
}

std::string wait_of(const RunStatistics& statistics, const std::string& process) {
  for (const Wait& wait : statistics.waits) {
    if (wait.process == process) {
      return wait.text;
    }
  }
  return "does not wait";
}

TEST_CASE("a deadlock names who waits for whom", "[sim]") {
  // depth 1: a coordinate in i -> both, both -> each_i and each_i -> sum_at_i each is all there is
  // room for; the fourth value never reaches the reducer, which waits for the fiber's stop.
  for (const Setting& setting : all_settings()) {
    INFO(setting.name);
    const Outcome outcome = sum_for_each("1").run(setting.options, setting.traced);
    const RunStatistics& s = outcome.statistics;
    REQUIRE(s.status == RunStatus::deadlock);
    CHECK(unbalanced(s).empty());
    CHECK(wait_of(s, "sum_at_i") == "waits for a token on in (sum.val->sum_at_i.in)");
    CHECK(wait_of(s, "sum") == "waits for a token on val (both.out1->sum.val)");
    CHECK(wait_of(s, "each_i") ==
          "waits for a slot for repsig (each_i.repsig->sum_at_i.repsig, 1 of 1 slots hold tokens)");
    CHECK(wait_of(s, "both") ==
          "waits for a slot for out0 (both.out0->each_i.crd, 1 of 1 slots hold tokens)");
    CHECK(wait_of(s, "end") == "waits for a token on in (sum_at_i.out->end.in)");
    // Nothing happens after the last firing. i sends in 0, 2, 4: both moves 1, 3; each_i 2 (to a
    // full FIFO from then on). The fourth coordinate is sent in 4.
    CHECK(s.cycles == 5);
    for (const ChannelStatistics& channel : s.channels) {
      CHECK(channel.left ==
            (channel.name == "sum.val->sum_at_i.in" || channel.name == "sum_at_i.out->end.in" ||
                     channel.name == "both.out1->sum.val"
                 ? 0
                 : 1));
    }
  }
}

TEST_CASE("deeper FIFOs end a deadlock", "[sim]") {
  // Four signals and their stop must find room on the way from both to sum_at_i: two FIFOs, 2 d
  // >= 5.
  for (const bool clocked : {false, true}) {
    for (const std::string depth : {"2", "3", "unbounded"}) {
      INFO(depth << " " << clocked);
      RunOptions options;
      options.clocked = clocked;
      const Outcome outcome = sum_for_each(depth).run(options, false);
      CHECK(outcome.statistics.status ==
            (depth == "2" ? RunStatus::deadlock : RunStatus::finished));
      if (depth != "2") {
        CHECK(to_text(outcome.sinks.at("end"), StreamKind::val, false) == "10 10 10 10 S0 D");
        CHECK(outcome.statistics.waits.empty());
      }
    }
    for (const uint64_t least : {2, 3}) {
      RunOptions options;
      options.clocked = clocked;
      options.least_depth = least;
      CHECK(sum_for_each("1").run(options, false).statistics.status ==
            (least == 2 ? RunStatus::deadlock : RunStatus::finished));
    }
  }
}

Testbench long_stream() {
  std::string tokens;
  for (int k = 0; k < 12000; ++k) {
    tokens += std::to_string(k) + " ";
  }
  Testbench bench = testbench_from_yaml(
      "version: 1\nblocks:\n  s: {type: source, kind: crd, depth: 1, tokens: " + tokens +
      "S0 D}\n"
      "  r: {type: repeat_signal, in: {crd: s.out}}\n"
      "  end: {type: test_sink, in: {in: r.repsig}}\n");
  bench.config.set("fifo.depth=1");
  return bench;
}

TEST_CASE("with a limit of N nothing happens in cycle N or later", "[sim]") {
  const Testbench bench = sum_for_each("unbounded");
  const Cycle all = bench.run({}, false).statistics.cycles;
  for (Cycle limit = 0; limit <= all + 2; ++limit) {
    for (const Setting& setting : all_settings()) {
      INFO(limit << " of " << all << ", " << setting.name);
      RunOptions options = setting.options;
      options.max_cycles = limit;
      const Outcome outcome = bench.run(options, setting.traced);
      const RunStatistics& s = outcome.statistics;
      CHECK(s.status == (limit < all ? RunStatus::limit : RunStatus::finished));
      CHECK(s.cycles == std::min(limit, all));
      CHECK(unbalanced(s).empty());
      for (const auto& [channel, trace] : outcome.trace) {
        for (const Events* events : {&trace.pushes, &trace.pops}) {
          CHECK((events->empty() || events->back().at < limit));
        }
      }
    }
  }
}

TEST_CASE("a deadlock before the limit stays a deadlock", "[sim]") {
  for (const Setting& setting : all_settings()) {
    INFO(setting.name);
    for (const Cycle limit : {5, 6, 100}) {
      RunOptions options = setting.options;
      options.max_cycles = limit;
      const RunStatistics s = sum_for_each("1").run(options, setting.traced).statistics;
      CHECK(s.status == RunStatus::deadlock);
      CHECK(s.cycles == 5);
    }
    RunOptions options = setting.options;
    options.max_cycles = 4;
    CHECK(sum_for_each("1").run(options, setting.traced).statistics.status == RunStatus::limit);
  }
}

TEST_CASE("an interrupt ends all processes in one cycle", "[sim]") {
  const Testbench bench = long_stream();
  const Cycle all = bench.run({}, false).statistics.cycles;
  for (const Setting& setting : all_settings()) {
    INFO(setting.name);
    std::atomic<bool> stop{false};
    int beats = 0;
    RunOptions options = setting.options;
    options.stop = &stop;
    options.heartbeat = [&] { stop = ++beats >= 2; };
    const Outcome outcome = bench.run(options, setting.traced);
    const RunStatistics& s = outcome.statistics;
    REQUIRE(s.status == RunStatus::interrupted);
    CHECK(s.cycles > 0);
    CHECK(s.cycles < all);
    CHECK(unbalanced(s).empty());
    for (const auto& [channel, trace] : outcome.trace) {
      CHECK((trace.pushes.empty() || trace.pushes.back().at < s.cycles));
      CHECK((trace.pops.empty() || trace.pops.back().at < s.cycles));
    }
    // What was done by then is what an uninterrupted run had done.
    options = setting.options;
    options.max_cycles = s.cycles;
    Outcome cut = bench.run(options, setting.traced);
    CHECK(cut.statistics.tokens == s.tokens);
  }
}

TEST_CASE("a stop that comes too late changes nothing", "[sim]") {
  std::atomic<bool> stop{false};
  RunOptions options;
  options.stop = &stop;
  const Outcome outcome = sum_for_each("unbounded").run(options, false);
  CHECK(outcome.statistics.status == RunStatus::finished);
}

}  // namespace
}  // namespace fiberloom::testing
