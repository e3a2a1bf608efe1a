#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graphs/applications.h"
#include "support/cases.h"

// Every graph on small tensors of all kinds: empty, with empty rows, with modes of size 1, dense,
// with explicit zeros. They need nothing but the project itself.

namespace fiberloom::testing {
namespace {

/// Sizes of 1 to 6 and densities from nothing to all; a third of the values are zeros.
WorkloadOptions random_workload(const Application& application, uint64_t seed) {
  static constexpr std::array<const char*, 6> kDensities = {"0", "0.15", "0.3", "0.5", "0.8", "1"};
  std::mt19937_64 draw(seed);
  WorkloadOptions options;
  options.seed = seed;
  for (const std::string& variable : index_variables(application.graph)) {
    options.dimensions.push_back(fmt::format("{}:{}", variable, 1 + draw() % 6));
  }
  for (const OperandRole& operand : application.operands) {
    const char* density = kDensities[draw() % kDensities.size()];
    options.recipes.push_back(fmt::format("{}:uniform,density={},values=0..2,seed={}", operand.name,
                                          density, draw() % 1000));
  }
  return options;
}

std::string to_text(const WorkloadOptions& options) {
  return fmt::format("-d {} -g {}", fmt::join(options.dimensions, " -d "),
                     fmt::join(options.recipes, " -g "));
}

/// Machines that stress different things. No graph deadlocks, not even at depth 1.
std::vector<std::pair<std::string, MachineConfig>> machines() {
  std::vector<std::pair<std::string, MachineConfig>> machines;
  for (const std::string name : {"ideal", "sam", "finite"}) {
    machines.emplace_back(name, load_config(name));
  }
  for (const std::string depth : {"1", "2"}) {
    machines.emplace_back("depth " + depth, load_config("ideal"));
    machines.back().second.set("fifo.depth=" + depth);
  }
  machines.emplace_back("slow", load_config("finite"));
  for (const std::string setting :
       {"blocks.scanner.latency=3", "blocks.alu.latency=4", "blocks.accumulator.buffers=1",
        "blocks.scanner.fiber_startup=2", "blocks.intersect.initiation_interval=2",
        "fifo.return_latency=2"}) {
    machines.back().second.set(setting);
  }
  return machines;
}

std::vector<RunOptions> engines() {
  return {{.host_cap = 1}, {.host_cap = 7}, {.host_cap = 1024}, {.clocked = true}};
}

bool same_points(const std::map<std::string, CoordinateList>& a,
                 const std::map<std::string, CoordinateList>& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.columns == y.second.columns &&
           x.second.values.template as<double>() == y.second.values.template as<double>();
  });
}

}  // namespace

TEST_CASE("graphs are right on small tensors of all kinds", "[graphs]") {
  const auto all_machines = machines();
  for (const Application& application : applications()) {
    for (uint64_t seed = 1; seed <= test::cases(12, 400); ++seed) {
      const WorkloadOptions workload = random_workload(application, seed);
      const Simulation simulation(load_graph(application.graph), workload, "");
      for (const auto& [name, config] : all_machines) {
        INFO(application.graph << ' ' << to_text(workload) << " on " << name);
        const CheckedRun first = checked_run(simulation, config, engines().front());
        CHECK(first.fault == "");
        for (const RunOptions& engine : engines()) {
          const CheckedRun other = checked_run(simulation, config, engine);
          CHECK(other.statistics.status == first.statistics.status);
          CHECK(other.statistics.cycles == first.statistics.cycles);
          CHECK(other.statistics.tokens == first.statistics.tokens);
          CHECK(same_points(other.results, first.results));
        }
      }
    }
  }
}

}  // namespace fiberloom::testing
