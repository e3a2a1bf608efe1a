#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/yaml.h"
#include "samgraph/graph.h"
#include "samgraph/spec/parameters.h"

namespace fiberloom {

/// A machine: clock, FIFOs and the timing of each block type. The defaults are those of
/// configs/ideal.yaml.
class MachineConfig {
 public:
  struct Fifo {
    uint64_t depth = 0;  ///< slots; 0 is unbounded
    uint64_t send_latency = 1;
    uint64_t return_latency = 1;
  };

  MachineConfig();

  double clock_hz = 1e9;
  Fifo fifo;
  /// Cycles until the first token of a root stream is visible; the second comes one later.
  uint64_t root_latency = 1;

  /// Puts what a config file says over what is there.
  /// Throws Error (bad_input): an unknown key, or a value that does not fit.
  void merge(const YamlNode& file);
  /// The same for one `path=value`, as in fifo.depth=4.
  void set(const std::string& assignment);

  /// The timing keys of a block, overrides of the graph included.
  Parameters timing_of(const BlockNode& block) const;

  nlohmann::json to_json() const;
  std::string to_yaml() const;

 private:
  std::map<std::string, Parameters> blocks_;  ///< by type, every key
};

}  // namespace fiberloom
