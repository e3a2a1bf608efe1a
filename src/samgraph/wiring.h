#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "samgraph/graph.h"

namespace fiberloom {

/// Where the references of a stream point to: a level of a tensor (kValuesLevel does not occur),
/// "the root" (level -1 as `root`), or a block's own store.
struct Carrier {
  std::string store{};  ///< tensor or block; empty: not known, or no references
  int64_t level = -1;   ///< -1: above the first level
  bool operator==(const Carrier&) const = default;
};

/// The type of a stream: what its tokens are, and the number of loops around it.
struct StreamType {
  StreamKind kind = StreamKind::ref;
  int depth = 0;
  Carrier carrier{};
};

/// A stream of points has no stops and fits no nesting depth.
inline constexpr int kPoints = -1;

struct OutputRef {
  size_t block = 0;
  size_t output = 0;
};

struct InputPort {
  std::string name;
  const PortSpec* family = nullptr;
  uint64_t side = 0;                  ///< {s}
  uint64_t index = 0;                 ///< {k}
  std::optional<OutputRef> source{};  ///< none: the root stream
  std::optional<uint64_t> depth{};
  StreamType type{};
  Location where{};
};

struct OutputPort {
  std::string name;
  const PortSpec* family = nullptr;
  uint64_t side = 0;
  uint64_t index = 0;
  StreamType type{};
};

struct WiredBlock {
  const BlockNode* node = nullptr;
  std::vector<InputPort> inputs{};
  std::vector<OutputPort> outputs{};

  const InputPort* input(const std::string& name) const;
  const OutputPort* output(const std::string& name) const;
};

/// A graph whose connections have been resolved and found to be right. Refers to the graph.
struct Wiring {
  const Graph* graph = nullptr;
  std::vector<WiredBlock> blocks;   ///< as in the graph
  std::vector<size_t> topological;  ///< producers before consumers
};

/// Resolves and checks a graph: ports that exist, stream kinds, nesting depths, references that
/// point into the right level, no cycle, each level of each result written once.
/// Throws Error (bad_input) at the first fault in file order.
Wiring check(const Graph& graph);

}  // namespace fiberloom
