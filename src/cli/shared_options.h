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

/// A `NAME:TEXT` of an option that gives something to a tensor or an index.
struct NamedText {
  std::string name;
  std::string text;
};

/// Splits at the first ':'. Throws Error (bad_input) where there is none, or no name.
NamedText split_named(const std::string& option, const std::string& text);

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
