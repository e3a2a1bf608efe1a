#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config.h"

namespace CLI {
class App;
}

namespace fiberloom {

/// Throws Error (bad_input) where two of an option's NAME:VALUE texts give one name different
/// values.
void refuse_contradictions(const std::string& option, const std::vector<std::string>& texts);

/// A check for CLI11, which would take -1 for a large number: what is wrong, or nothing.
std::string not_negative(const std::string& text);

/// What a workload is made of: tensors with their data, formats, sizes and types.
struct WorkloadOptions {
  std::vector<std::string> inputs;      ///< -i A:FILE
  std::vector<std::string> recipes;     ///< -g A:RECIPE
  std::vector<std::string> formats;     ///< -f A:ds:1,0
  std::vector<std::string> dimensions;  ///< -d i:100
  std::vector<std::string> types;       ///< -t A:float
  uint64_t seed = 1;

  void add_to(CLI::App& app);
  /// Throws Error (bad_input) where one option says two things of one name. Data that is given
  /// twice is refused where it is loaded.
  void refuse_contradictions() const;
};

/// The machine: config files and single settings, applied left to right.
struct ConfigOptions {
  std::vector<std::string> files;  ///< -c
  std::vector<std::string> sets;   ///< --set, those of `graph.` excluded by config()

  void add_to(CLI::App& app);
  MachineConfig config() const;
  /// The settings `graph.NAME=VALUE`.
  std::map<std::string, std::string> graph_parameters() const;
};

}  // namespace fiberloom
