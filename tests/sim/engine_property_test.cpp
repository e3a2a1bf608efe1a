// The oracle: whatever the graph and the machine, the run-ahead engine does what the clocked engine
// does, push for push and pop for pop; and neither depends on what only the host can see.

#include <cstdlib>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "samgraph/graph_yaml.h"
#include "sim/compare_runs.h"
#include "sim/random_graph.h"
#include "sim/shrink.h"
#include "support/cases.h"
#include "support/random.h"

namespace fiberloom::testing {
namespace {

/// The first disagreement among the runs of one testbench.
struct Finding {
  std::string where;
  std::string what;
};

/// Runs a testbench in all ways that must not differ. `seed` chooses limits and orders.
std::optional<Finding> disagreement(const Testbench& bench, uint64_t seed, Outcome* oracle) {
  Random random(seed);
  const Outcome clocked = bench.run({.clocked = true}, true);
  if (oracle != nullptr) {
    *oracle = clocked;
  }
  if (!clocked.error.empty()) {
    return Finding{"clocked", "throws: " + clocked.error};
  }
  if (const auto text = unbalanced(clocked.statistics); !text.empty()) {
    return Finding{"clocked", text};
  }
  const auto compare = [](const std::string& where, const Outcome& a, const Outcome& b,
                          const Aspects& aspects) -> std::optional<Finding> {
    const std::string what = difference(a, b, aspects);
    return what.empty() ? std::nullopt : std::optional(Finding{where, what});
  };
  std::optional<Finding> found;
  const auto agrees = [&](std::optional<Finding> finding) {
    found = found ? found : std::move(finding);
    return !found;
  };
  const Aspects traced{.trace = true};
  for (const uint64_t cap : {1024, 7, 1}) {
    if (!agrees(compare(fmt::format("runahead, cap {}", cap), bench.run({.host_cap = cap}, true),
                        clocked, traced))) {
      return found;
    }
  }
  // In lanes, and with the occupancy that channels measure themselves.
  const Outcome met = bench.run({.clocked = true, .occupancy = true}, false);
  for (const uint64_t cap : {1024, 7, 1}) {
    const Outcome lanes = bench.run({.host_cap = cap}, false);
    if (!agrees(compare(fmt::format("lanes, cap {}", cap), lanes, clocked, {})) ||
        !agrees(compare(fmt::format("occupancy in lanes, cap {}", cap), lanes, met,
                        {.occupancy = true}))) {
      return found;
    }
  }
  if (!agrees(
          compare("occupancy", bench.run({.occupancy = true}, false), met, {.occupancy = true}))) {
    return found;
  }
  const uint64_t order = random.below(1000) + 1;
  const uint64_t cap = random.between(1, 20);
  if (!agrees(compare("start order", bench.run({.host_cap = cap, .start_order = order}, true),
                      clocked, traced)) ||
      !agrees(compare("start order, clocked",
                      bench.run({.clocked = true, .start_order = order}, true), clocked, traced))) {
    return found;
  }
  const Testbench other = permuted(bench);
  const Aspects moves{.trace = true, .wait_texts = false};
  if (!agrees(compare("permuted ports", other.run({.host_cap = cap}, true), clocked, moves)) ||
      !agrees(
          compare("permuted ports, clocked", other.run({.clocked = true}, true), clocked, moves))) {
    return found;
  }
  const Cycle limit = random.between(1, clocked.statistics.cycles + 2);
  const Outcome cut = bench.run({.clocked = true, .max_cycles = limit}, true);
  const std::string at = fmt::format("limit {} of {}", limit, clocked.statistics.cycles);
  if (const auto text = unbalanced(cut.statistics); !text.empty()) {
    return Finding{at, text};
  }
  for (const bool trace : {true, false}) {
    if (!agrees(compare(at + (trace ? "" : ", lanes"),
                        bench.run({.host_cap = cap, .max_cycles = limit}, trace), cut,
                        {.trace = trace}))) {
      return found;
    }
  }
  return found;
}

std::string describe(const Testbench& bench) {
  std::string text = bench.config.to_yaml().substr(0, bench.config.to_yaml().find("blocks:"));
  for (const auto& [name, tensor] : bench.tensors) {
    const CoordinateList list = unpack(*tensor);
    text += fmt::format("# {}: shape", name);
    for (const uint64_t size : list.shape) {
      text += fmt::format(" {}", size);
    }
    for (size_t e = 0; e < list.entries(); ++e) {
      text += "; ";
      for (const auto& column : list.columns) {
        text += fmt::format("{} ", column[e]);
      }
      text += fmt::format("{}", list.values.real(e));
    }
    text += '\n';
  }
  return text + write_graph(bench.graph);
}

struct Tally {
  size_t graphs = 0;
  size_t deadlocks = 0;
  size_t deciding = 0;  ///< graphs with an arbiter or a shared port
  uint64_t tokens = 0;
  uint64_t cycles = 0;
  std::map<std::string, size_t> graphs_with;
};

void count(Tally& tally, const Testbench& bench, const Outcome& outcome) {
  ++tally.graphs;
  tally.deadlocks += outcome.statistics.status == RunStatus::deadlock ? 1 : 0;
  tally.tokens += outcome.statistics.tokens;
  tally.cycles += outcome.statistics.cycles;
  std::map<std::string, bool> types;
  for (const BlockNode& block : bench.graph.blocks) {
    types[block.spec->type] = true;
  }
  for (const auto& [type, there] : types) {
    ++tally.graphs_with[type];
  }
  tally.deciding += types.contains("test_arbiter") || types.contains("test_port") ? 1 : 0;
}

std::string describe(const Tally& tally) {
  std::string text =
      fmt::format("{} graphs, {} deadlocks, {} with a choice by time, {} tokens, {} cycles\n",
                  tally.graphs, tally.deadlocks, tally.deciding, tally.tokens, tally.cycles);
  for (const auto& [type, graphs] : tally.graphs_with) {
    text += fmt::format("  {} in {} graphs\n", type, graphs);
  }
  return text;
}

uint64_t environment_number(const char* name, uint64_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

size_t steps_of(uint64_t seed) { return 2 + seed * 7 % 17; }

TEST_CASE("both engines agree on random graphs", "[sim][property]") {
  const uint64_t first = environment_number("FIBERLOOM_SEED", 1);
  const uint64_t graphs = environment_number("FIBERLOOM_GRAPHS", test::cases(600, 20000));
  Tally tally;
  for (uint64_t seed = first; seed < first + graphs; ++seed) {
    const Testbench bench = random_graph(seed, steps_of(seed));
    Outcome outcome;
    const auto found = disagreement(bench, seed, &outcome);
    if (found) {
      const Testbench small = shrink(bench, [&](const Testbench& candidate) {
        const auto still = disagreement(candidate, seed, nullptr);
        return still && still->where.substr(0, 5) == found->where.substr(0, 5) &&
               still->what.substr(0, 4) == found->what.substr(0, 4);
      });
      const auto still = disagreement(small, seed, nullptr);
      FAIL("seed " << seed << ", " << found->where << ": " << found->what << "\nshrunk, "
                   << still->where << ": " << still->what << "\n"
                   << describe(small));
    }
    count(tally, bench, outcome);
  }
  WARN(describe(tally));
  CHECK(tally.deciding * 2 >= tally.graphs);
  CHECK(tally.deadlocks * 20 >= tally.graphs);
  for (const BlockSpec* spec : BlockSpecs::all()) {
    INFO(spec->type);
    CHECK(tally.graphs_with[spec->type] >= std::min<uint64_t>(20, graphs / 25));
  }
}

}  // namespace
}  // namespace fiberloom::testing
