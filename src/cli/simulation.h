#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/result_check.h"
#include "cli/workload.h"
#include "samgraph/graph.h"
#include "samgraph/wiring.h"
#include "sim/machine.h"

namespace fiberloom {

/// A graph with its data: everything that a run needs but the machine.
class Simulation {
 public:
  /// `expression`: what the graph computes, where it names nothing itself, or over what it names.
  /// `given`: operands that are there already, results of an earlier graph.
  Simulation(Graph graph, const WorkloadOptions& options, const std::string& expression,
             const std::map<std::string, CoordinateList>& given = {});
  Simulation(const Simulation&) = delete;  // the wiring refers to the graph
  Simulation& operator=(const Simulation&) = delete;

  const Graph& graph() const { return graph_; }
  const Workload& workload() const { return workload_; }
  const Program& program() const { return program_; }

  struct Result {
    CoordinateList points;
    uint64_t stored = 0;  ///< values in storage, padding included
    uint64_t bytes = 0;   ///< of the storage that the writers filled
  };
  struct Outcome {
    RunStatistics statistics;
    std::map<std::string, Result> results;  ///< of finished runs
    double wall_seconds = 0;                ///< from elaborated graph to last D
    double cpu_seconds = 0;                 ///< the simulating thread's share of them
  };

  /// Runs on one machine. With `drop_zeros` computed zeros are left out of the results.
  Outcome run(const MachineConfig& config, const RunOptions& options, bool drop_zeros) const;

  /// The smallest depth at which the graph does not deadlock if every bounded FIFO is at least so
  /// deep, found by running it again; none up to a million slots.
  std::optional<uint64_t> sufficient_depth(const MachineConfig& config,
                                           const RunOptions& options) const;

  using Check = ResultCheck;
  /// Compares results with the reference evaluator.
  Check check(const std::map<std::string, Result>& results) const;

 private:
  std::vector<OperandNeed> operand_needs() const;
  std::set<std::string> sizes_asked() const;
  std::vector<std::string> result_names() const;
  std::map<std::string, std::unique_ptr<ResultStore>> make_stores() const;
  void find_types();

  Graph graph_;
  Program program_;
  Workload workload_;
  std::optional<Wiring> wiring_;
  ComponentType compute_ = ComponentType::float64;
  ComponentTypes result_types_;
};

}  // namespace fiberloom
