#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "cli/simulation.h"
#include "sim/config.h"

namespace fiberloom {

/// How a run ended, in reports.
std::string_view status_name(RunStatus status);

/// All that is said of one simulation.
struct RunReport {
  const Simulation& simulation;
  const MachineConfig& config;
  const Simulation::Outcome& outcome;
  const Simulation::Check& check;
  std::string engine;
  uint64_t seed = 1;
  double load_seconds = 0;
  std::vector<std::string> not_in_graph{};     ///< commands of the schedule
  std::map<std::string, std::string> files{};  ///< of results, by name
  std::string directory{};                     ///< of --out
  std::optional<uint64_t> sufficient_depth{};  ///< of a deadlock

  nlohmann::json to_json() const;
  std::string to_text() const;
};

}  // namespace fiberloom
