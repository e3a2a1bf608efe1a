#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/simulation.h"

namespace fiberloom::testing {

/// What SAM's application gives an operand: a name of its recorded inputs (B, Bshift, vcol, ...),
/// or `ones` or `two`, which are made.
struct OperandRole {
  std::string name;
  std::string role;
};

/// A graph of graphs/ as SAM's application.
struct Application {
  std::string graph;
  std::vector<OperandRole> operands;
};

/// All graphs of graphs/.
const std::vector<Application>& applications();
const Application& application(const std::string& graph);

/// The graph's text as it stands in graphs/.
Graph load_graph(const std::string& name);
/// The index variables of what it computes.
std::vector<std::string> index_variables(const std::string& graph);

/// A config of configs/.
MachineConfig load_config(const std::string& name);

/// A run with observers off; the result is checked where it finished.
struct CheckedRun {
  RunStatistics statistics;
  std::map<std::string, CoordinateList> results;
  std::string fault;  ///< empty, or why the result is not right
};
CheckedRun checked_run(const Simulation& simulation, const MachineConfig& config,
                       const RunOptions& options = {});

}  // namespace fiberloom::testing
