// The speed table: million tokens a second of the simulator, beside the same graph built the
// textbook way, in one run; and where the nanoseconds go, by block type.

#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>
#include <string>

#include <fmt/format.h>

#include "base/yaml.h"
#include "cli/simulation.h"
#include "samgraph/graph_yaml.h"
#include "textbook.h"

namespace fiberloom {
namespace {

struct Case {
  std::string graph;
  uint64_t size;
  double density;
};

constexpr int kRepeats = 5;
/// Deep enough for a textbook FIFO to be as good as unbounded.
constexpr int kDeepTextbook = 1024;

WorkloadOptions workload(const Case& c) {
  WorkloadOptions options;
  options.recipes = {fmt::format("B:uniform,density={},seed=1", c.density),
                     fmt::format("C:uniform,density={},seed=2", c.density)};
  for (const char* index : {"i", "j", "k"}) {
    if (index[0] != 'k' || c.graph.starts_with("matmul")) {
      options.dimensions.push_back(fmt::format("{}:{}", index, c.size));
    }
  }
  return options;
}

struct Measured {
  double seconds = 1e30;  ///< the fastest of some runs
  RunStatistics statistics{};
  std::map<std::string, Simulation::Result> results{};
};

Measured measure(const Simulation& simulation, uint64_t depth) {
  MachineConfig config;
  config.fifo.depth = depth;
  Measured best;
  for (int k = 0; k < kRepeats; ++k) {
    Simulation::Outcome outcome = simulation.run(config, {}, false);
    if (outcome.wall_seconds < best.seconds) {
      best = {outcome.wall_seconds, std::move(outcome.statistics), std::move(outcome.results)};
    }
  }
  return best;
}

bool same_values(const Simulation::Result& result, const std::vector<double>& values) {
  return result.points.values.as<double>() == values;
}

void report(const Case& c, const Simulation& simulation, uint64_t depth) {
  const Measured ours = measure(simulation, depth);
  const CoordinateList b = unpack(simulation.workload().operands.at("B").tensor);
  const CoordinateList d = unpack(simulation.workload().operands.at("C").tensor);
  const TextbookRun textbook =
      run_textbook(c.graph, b, d, depth == 0 ? kDeepTextbook : static_cast<int>(depth));
  const double rate = static_cast<double>(ours.statistics.tokens) / ours.seconds / 1e6;
  const double yardstick = static_cast<double>(textbook.tokens) / textbook.seconds / 1e6;
  fmt::print("{:<12} {:>9} {:>8.1f} {:>11} {:>9.3f} {:>8.1f} {:>10.2f} {:>7.1f}x  {}\n", c.graph,
             depth == 0 ? "unbounded" : std::to_string(depth),
             static_cast<double>(ours.statistics.tokens) / 1e6, ours.statistics.cycles,
             ours.seconds, rate, yardstick, rate / yardstick,
             same_values(ours.results.at("X"), textbook.values) ? "same result" : "RESULTS DIFFER");
  std::fflush(stdout);
}

void profile(const Case& c, const Simulation& simulation, uint64_t depth) {
  MachineConfig config;
  config.fifo.depth = depth;
  RunOptions options;
  options.profile = true;
  const RunStatistics statistics = simulation.run(config, options, false).statistics;
  struct Sum {
    double seconds = 0;
    uint64_t tokens = 0;
  };
  std::map<std::string, Sum> by_type;
  for (const BlockStatistics& block : statistics.blocks) {
    Sum& sum = by_type[block.type];
    for (const ProcessStatistics& process : block.processes) {
      sum.seconds += process.host_seconds;
      sum.tokens += process.taken;
    }
    for (const OutputStatistics& output : block.outputs) {
      for (const uint64_t count : output.tokens) {
        sum.tokens += count;
      }
    }
  }
  for (const auto& [type, sum] : by_type) {
    fmt::print("{:<12} {:>9} {:<14} {:>8.1f} {:>9.3f} {:>7.1f}\n", c.graph,
               depth == 0 ? "unbounded" : std::to_string(depth), type,
               static_cast<double>(sum.tokens) / 1e6, sum.seconds,
               sum.seconds * 1e9 / static_cast<double>(std::max<uint64_t>(sum.tokens, 1)));
  }
}

int run(const std::string& graphs) {
  const std::vector<Case> cases = {
      {"mat_elemadd", 100'000, 1.2e-4}, {"matmul_ikj", 3'000, 0.01}, {"matmul_ijk", 800, 0.0125}};
  std::deque<Simulation> simulations;
  for (const Case& c : cases) {
    simulations.emplace_back(read_graph(YamlNode::load(graphs + "/" + c.graph + ".yaml")),
                             workload(c), "");
  }
  fmt::print("{:<12} {:>9} {:>8} {:>11} {:>9} {:>8} {:>10} {:>8}\n", "graph", "depth", "M tokens",
             "cycles", "seconds", "M/s", "textbook", "ratio");
  for (const uint64_t depth : {uint64_t{0}, uint64_t{4}}) {
    for (size_t k = 0; k < cases.size(); ++k) {
      report(cases[k], simulations[k], depth);
    }
  }
  fmt::print("\n{:<12} {:>9} {:<14} {:>8} {:>9} {:>7}\n", "graph", "depth", "block type",
             "M in+out", "seconds", "ns each");
  for (const uint64_t depth : {uint64_t{0}, uint64_t{4}}) {
    for (size_t k = 0; k < cases.size(); ++k) {
      profile(cases[k], simulations[k], depth);
    }
  }
  return 0;
}

}  // namespace
}  // namespace fiberloom

int main(int argc, char** argv) {
  return fiberloom::run(argc > 1 ? argv[1] : FIBERLOOM_SOURCE "/graphs");
}
