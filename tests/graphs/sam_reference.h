#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/simulation.h"

namespace fiberloom::testing {

/// A graph and what it is run on.
struct GraphRun {
  std::string graph;
  WorkloadOptions workload;
};

/// A run of SAM's simulator that was recorded, and what it is compared with.
struct SamEntry {
  std::string application;
  std::string source;  ///< which of SAM's test suites
  std::string inputs;
  uint64_t cycles = 0;
  std::vector<GraphRun> runs;  ///< their cycles are added; empty: there is no graph yet
  std::string later;           ///< the work that brings it
};

/// Whether ../shared/reference/sam is there; says so if not.
bool has_sam_reference();

/// A file of it.
nlohmann::json sam_json(const std::string& name);

/// The entries of cycles.json, in its order.
std::vector<SamEntry> sam_entries();

/// What runs one of SAM's applications on one of its recorded inputs.
std::vector<GraphRun> runs_of(const std::string& application, const std::string& inputs);

/// The sum of the cycles of all runs. Throws where a result is not right.
uint64_t cycles_of(const std::vector<GraphRun>& runs, const MachineConfig& config);

}  // namespace fiberloom::testing
