#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "samgraph/graph.h"

namespace fiberloom {

/// An output of a block that is being built, or the root stream.
struct Stream {
  std::string block;  ///< empty: the root stream
  std::string port;
  // Only for the choice of droppers; correctness does not hang on them. Both assume that the
  // expression as a whole is present here.
  bool loose = false;  ///< a reference or value may be N
  bool thin = false;   ///< coordinates: a fiber may be empty though its parent is there
  bool is_value = false;

  bool is_root() const { return block.empty(); }
};

/// Appends blocks to a graph under names that say what they are.
class GraphBuilder {
 public:
  explicit GraphBuilder(Graph& graph) : graph_(graph) {}

  using Inputs = std::vector<std::pair<std::string, Stream>>;
  using Settings = std::vector<std::pair<std::string, ParameterValue>>;

  /// Adds a block and gives its name: `name`, or with a number behind it where that is taken.
  /// Inputs from the root stream are left out, which is what the root stream is for a port.
  std::string add(const std::string& type, const std::string& name, const Inputs& inputs,
                  const Settings& settings = {});

  /// A token for every coordinate of `crd`, made once for all its users.
  Stream repeat_signal(const Stream& crd);

  Graph& graph() { return graph_; }

 private:
  Graph& graph_;
  std::map<std::string, size_t> names_;
  std::map<std::string, Stream> signals_;
};

}  // namespace fiberloom
