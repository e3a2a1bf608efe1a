#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/random.h"
#include "support/testbench.h"

namespace fiberloom::testing {

/// An output port of a graph that is being made, and what is known of its stream.
struct Wire {
  std::string block;  ///< empty: the root stream
  std::string port;
  StreamKind kind = StreamKind::ref;
  std::string tensor{};  ///< of references: where they point to; empty: not known
  int level = -1;
};

/// Streams that fit together: the coordinates of nested loops, and for every number of loops the
/// payloads that have just so many around them. All with the same stops.
struct Context {
  std::vector<Wire> crds;
  std::vector<std::vector<Wire>> payloads{1};
  uint64_t points = 1;  ///< about how many there are in the innermost loop at most

  size_t depth() const { return crds.size(); }
  std::vector<Wire>& innermost() { return payloads.back(); }
};

/// A graph in the making: a testbench to which blocks are added.
class Sketch {
 public:
  using Values = std::vector<std::pair<std::string, ParameterValue>>;
  using Inputs = std::vector<std::pair<std::string, Wire>>;

  /// Adds a block and returns its name. Inputs of the root stream stay unconnected.
  std::string add(const std::string& type, const Values& parameters, const Inputs& inputs);
  /// An output of a block.
  Wire out(const std::string& block, const std::string& port, StreamKind kind,
           const std::string& tensor = {}, int level = -1);

  const std::vector<Wire>& wires() const { return wires_; }
  bool used(const Wire& wire) const { return used_.contains({wire.block, wire.port}); }
  Testbench& bench() { return bench_; }
  const Graph& graph() const { return bench_.graph; }
  const Tensor& tensor(const std::string& name) const { return *bench_.tensors.at(name); }

 private:
  Testbench bench_;
  std::vector<Wire> wires_;
  std::set<std::pair<std::string, std::string>> used_;
};

}  // namespace fiberloom::testing
