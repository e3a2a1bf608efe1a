#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "samgraph/wiring.h"
#include "sim/machine.h"
#include "support/records.h"
#include "tensor/tensor.h"

namespace fiberloom::testing {

/// Everything that was pushed into and popped from one channel.
struct ChannelTrace {
  Events pushes;
  Events pops;
  bool operator==(const ChannelTrace&) const = default;
};

/// What one run of a testbench did.
struct Outcome {
  RunStatistics statistics;
  std::map<std::string, ChannelTrace> trace;      ///< by channel; empty unless asked for
  std::map<std::string, Events> sinks;            ///< by test sink
  std::map<std::string, CoordinateList> results;  ///< of finished runs
  std::map<std::string, std::shared_ptr<ResultStore>> stores;
  std::string error;  ///< what a block threw
};

/// A graph with all that it needs to run, again and again.
struct Testbench {
  Graph graph;
  std::map<std::string, std::shared_ptr<const Tensor>> tensors;
  MachineConfig config;
  /// Shapes of results by tensor and mode; a size that is not here is not known.
  std::map<std::string, std::vector<std::optional<uint64_t>>> result_shapes;
  ComponentType component = ComponentType::float64;

  /// Runs it once. With `traced` every channel is observed, so that no block runs in lanes.
  Outcome run(RunOptions options, bool traced) const;
};

/// A testbench from the text of a graph file.
Testbench testbench_from_yaml(const std::string& text, const std::string& file = "test.yaml");

/// A tensor from a list of rows, each coordinates and then a value, as in the golden graphs.
Tensor tensor_of(const std::string& format, std::vector<uint64_t> shape,
                 const std::vector<std::vector<double>>& entries,
                 ComponentType type = ComponentType::float64);

/// "0@1 2@3 S0@4 D@5", or the tokens alone.
std::string to_text(const Events& events, StreamKind kind, bool cycles = true,
                    ComponentType component = ComponentType::float64);

/// Both engines, every cap, with and without observers: what a result must not depend on.
struct Setting {
  std::string name;
  RunOptions options;
  bool traced;
};
const std::vector<Setting>& all_settings();

}  // namespace fiberloom::testing
