#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/diagnostic.h"
#include "samgraph/spec/parameters.h"
#include "tensor/tensor_format.h"

namespace fiberloom {

/// An output port of a block, by the block's number.
struct PeerOutput {
  size_t block = 0;
  std::string port;
  bool operator==(const PeerOutput&) const = default;
  bool operator<(const PeerOutput& other) const {
    return std::tie(block, port) < std::tie(other.block, other.port);
  }
};

/// A loop around a stream: its variable, and the stream that has its coordinates. Streams of one
/// variable but other coordinates do not fit together.
struct PeerLoop {
  std::string variable;
  PeerOutput coordinates{};
  std::vector<PeerOutput> summed{};  ///< coordinates of loops that were summed away around it
};

/// The loops around a stream, outermost first.
using Loops = std::vector<PeerLoop>;

struct PeerInput {
  std::string port;
  PeerOutput from;
  Location where{};
};

/// A block of a peer's graph. Types and ports have our names already; what has no counterpart of
/// ours is `kPointAccumulator`.
struct PeerBlock {
  std::string name;   ///< in our graph
  std::string label;  ///< in messages: "crddrop 9"
  std::string type;
  std::string index{};             ///< of scanners
  std::string tensor{};            ///< of scanners, arrays and writers
  std::optional<uint64_t> mode{};  ///< of scanners and writers; none: a writer of values
  bool dense = false;
  bool singleton = false;
  std::map<std::string, ParameterValue> parameters{};  ///< those that the level does not decide
  std::vector<std::string> kept{};  ///< of a point accumulator: variables whose sums it gives
  std::vector<PeerInput> inputs{};
  Location where{};
  std::map<std::string, Loops> outputs{};  ///< set by infer_loops()

  /// The stream that feeds a port; none where nothing does.
  const PeerInput* input(const std::string& port) const;
};

/// SAM's accumulator: takes points, coordinates as ports named by their variable, and `val`.
inline const std::string kPointAccumulator = "point accumulator";

/// What stands in a peer's graph and does nothing in ours, as a broadcast.
inline const std::string kNoBlock = "no block";

/// A tensor that the peer's file declares.
struct PeerTensor {
  std::string name;
  TensorFormat format;
};

/// What the readers of peers' files make: their blocks, wired by our port names, as they stand.
struct PeerGraph {
  std::string name;
  std::vector<PeerBlock> blocks;
  std::vector<PeerTensor> tensors;  ///< in the order of the expression; may be empty
  Location tensors_where{};
};

/// Gives blocks names that graph files can hold.
class PeerNames {
 public:
  /// `wanted`, or with `id` behind it where it is taken; letters, digits and lines only.
  std::string give(std::string wanted, const std::string& id);

 private:
  std::set<std::string> taken_;
};

/// Blocks, producers first. Throws Error (bad_input) at a cycle.
std::vector<size_t> topological_order(const PeerGraph& graph);

/// Finds the loops around every stream. Throws Error (bad_input): an input without a stream, a sum
/// over no loop, operands that have values at different coordinates, a cycle.
void infer_loops(PeerGraph& graph);

const Loops& loops_of(const PeerGraph& graph, const PeerOutput& output);
std::string to_string(const Loops& loops);

/// Whether `outer` are the outermost of `inner`, by their variables.
bool surrounds(const Loops& outer, const Loops& inner);
/// The same by their coordinates.
bool encloses(const Loops& outer, const Loops& inner);
/// The place of the loop of a variable; the end where there is none.
Loops::const_iterator find_loop(const Loops& loops, const std::string& variable);

}  // namespace fiberloom
