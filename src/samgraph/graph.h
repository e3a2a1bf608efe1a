#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "samgraph/index_split.h"
#include "samgraph/spec/block_spec.h"
#include "tensor/tensor_format.h"

namespace fiberloom {

/// An input port and the output port that feeds it, by name.
struct Connection {
  std::string input;
  std::string block;  ///< of the producer
  std::string port;
  std::optional<uint64_t> depth{};  ///< FIFO slots of this connection; 0 is unbounded
  Location where{};
};

/// One block of a graph: a type, its parameters and what feeds its inputs.
struct BlockNode {
  std::string name;
  const BlockSpec* spec = nullptr;
  Parameters parameters{};
  Parameters timing{};  ///< overrides of the machine's timing for this block alone
  std::vector<Connection> inputs{};
  Location where{};

  /// Whether the block keeps a temporary that other blocks read by its name.
  bool keeps_store() const;
};

struct TensorDeclaration {
  std::string name;
  TensorFormat format{};
  std::string of{};  ///< the operand whose data this is, in another storage; empty: its own
  /// What indexes the modes before they are split; empty: none is.
  std::vector<std::string> indices{};
  Location where{};
};

/// A SAM graph as it is written down: blocks that name their producers. Sub-graphs are expanded.
struct Graph {
  std::string name;        ///< where it came from
  std::string expression;  ///< empty: none given
  Location expression_where{};
  std::map<std::string, TensorDeclaration> tensors;
  std::map<std::string, uint64_t> sizes;  ///< of index variables
  IndexSplits splits;
  std::vector<BlockNode> blocks;

  const BlockNode* find(const std::string& block) const;
  /// Levels of what a `tensor` parameter names: a declared tensor, or the temporary that a block
  /// (buffer) of that name keeps; none where there is neither.
  std::optional<size_t> levels(const std::string& tensor) const;
};

}  // namespace fiberloom
