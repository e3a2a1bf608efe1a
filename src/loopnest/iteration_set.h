#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "einsum/expr.h"

namespace fiberloom {

struct IterationSet;
using Iteration = std::shared_ptr<const IterationSet>;

/// The coordinates that an operand, or a temporary, stores in its next level.
struct Scan {
  Expr leaf;
};

/// How two sets meet. `left`: the coordinates of the left one, the right one looked up there.
enum class Meeting { both, either, left };
struct Meet {
  Meeting meeting;
  Iteration left;
  Iteration right;
};

/// The driver's coordinates. Located leaves are looked up in their next level there, broadcast ones
/// do not depend on the variable.
struct Attach {
  Iteration driver;
  std::vector<Expr> located;
  std::vector<Expr> broadcast;
};

/// All coordinates of the variable, and none where `presence`, a leaf, is absent (null: it never
/// is).
struct Universe {
  Expr presence;
};

/// Where along one variable an expression can be non-zero, as something that can be built: merge
/// lattices and SAM's joiners are two readings of it.
struct IterationSet {
  std::variant<Scan, Meet, Attach, Universe> kind;
};

/// As text: `(B and C) or d`, `all i`.
std::string to_string(const Iteration& set, const std::string& variable);

}  // namespace fiberloom
