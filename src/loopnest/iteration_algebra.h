#pragma once

#include <functional>
#include <set>
#include <string>

#include "loopnest/iteration_set.h"
#include "loopnest/schedule/scheduled.h"
#include "loopnest/walk.h"

namespace fiberloom {

/// Finds the iteration sets of expressions, in the shape of the expression itself: a flat join of
/// all operands would be wrong for `(b+c)*d`.
class IterationAlgebra {
 public:
  /// `absent`: leaves that may be absent where the loop stands. With `scan_dense` a dense level is
  /// walked like a sparse one instead of being looked up.
  /// `parts`: variables whose dense levels are padded, since another was split into them.
  IterationAlgebra(const Walks& walks, const std::set<const ExprNode*>& absent,
                   const DataSplits& parts, bool scan_dense)
      : walks_(walks), absent_(absent), parts_(parts), scan_dense_(scan_dense) {}

  /// The set over which a loop of `variable` around `e` runs; with `whole_extent` all of it, but
  /// no padding.
  Iteration set_of(const Expr& e, const std::string& variable, bool whole_extent) const;

 private:
  struct Full;
  struct Found;

  Found find(const Expr& e, const std::string& variable) const;
  Found find_leaf(const Expr& leaf, const std::string& variable) const;
  Found find_binary(const Expr& e, const std::string& variable) const;
  Iteration concrete(Full full, const Expr& e, const std::string& variable,
                     bool whole_extent) const;
  Expr presence(const Expr& e, const std::string& variable) const;

  const Walks& walks_;
  const std::set<const ExprNode*>& absent_;
  const DataSplits& parts_;
  bool scan_dense_;
};

/// Does a loop over the set visit every coordinate of the variable? `surely_there` says which
/// leaves are present where the loop stands.
bool visits_all(const Iteration& set, const std::string& variable, const Walks& walks,
                const std::function<bool(const Expr&)>& surely_there);

/// The leaves that may be absent at a coordinate of the set though the set has it.
void collect_absent(const Iteration& set, const Walks& walks, const std::string& variable,
                    std::set<const ExprNode*>& absent);

}  // namespace fiberloom
