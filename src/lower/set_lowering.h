#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loopnest/plan.h"
#include "lower/graph_builder.h"

namespace fiberloom {

/// Where the stream of an operand's occurrence, or of a temporary, stands.
struct LeafState {
  std::string tensor;           ///< as the graph names it
  Stream stream{};              ///< references to the fibers of the next level, or values
  size_t level = 0;             ///< the next one
  std::optional<Stream> crd{};  ///< of a temporary that is consumed as it is made
  bool stored = false;          ///< a temporary in a buffer
  bool holds_absent = false;    ///< whose values may be N
};
using LeafStates = std::map<const ExprNode*, LeafState>;

/// Loops with their coordinates.
using LoopPath = std::vector<std::pair<std::string, Stream>>;

/// Builds iteration sets out of scanners, joiners, locators, repeaters and universes (lowering.md,
/// table of section 5), and moves the leaves on below them.
class SetLowering {
 public:
  SetLowering(GraphBuilder& builder, const Plan& plan, LeafStates& leaves)
      : builder_(builder), plan_(plan), leaves_(leaves) {}

  /// The coordinates of a loop. Afterwards every leaf of the set stands below them. `around`: the
  /// loops around it, outermost first.
  Stream build(const Iteration& set, const std::string& variable, const LoopPath& around);

 private:
  /// One coordinate stream and what rides on it.
  struct Side {
    Stream crd;
    std::vector<std::pair<const ExprNode*, Stream>> payload{};
  };

  Side side_of(const Iteration& set);
  Side scan(const Scan& scan);
  Side meet(const Meet& meet);
  Side attach(const Attach& attach);
  Side universe(const Universe& universe);
  /// The other part of the variable that was split into this one and it, where its loop is around
  /// and the universe must stop at the true size.
  const Split* cut_by(std::string& other) const;
  /// The coordinate of a loop around, once for every iteration of the innermost.
  Stream coordinate(const std::string& variable);
  Stream repeat(const ExprNode* leaf, const Stream& crd);
  /// Looks the leaf up in all its levels of this variable.
  Stream locate(const ExprNode* leaf, const Stream& crd, Stream ref);
  std::string level_name(const LeafState& state) const;

  GraphBuilder& builder_;
  const Plan& plan_;
  LeafStates& leaves_;
  std::string variable_;
  LoopPath around_;
};

}  // namespace fiberloom
