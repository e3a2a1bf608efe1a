#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "einsum/expr.h"
#include "loopnest/walk.h"
#include "lower/kernel/presence.h"

namespace fiberloom {

/// Where a kernel stands in an operand, or a temporary, at some place of its text.
struct LeafCode {
  size_t operand = 0;          ///< its number in the frame
  size_t level = 0;            ///< the next one to walk
  std::string position = "0";  ///< in the level before
  std::string end{};           ///< inside a COO group: of the positions that share the coordinate
  Presence present = Presence::always();
  std::string scalar{};          ///< a scalar temporary: the variable that holds it
  bool may_be_infinite = false;  ///< a temporary, although the operands are finite
};

using LeafCodes = std::map<const ExprNode*, LeafCode>;

/// The position of a coordinate in a dense level of `size`, below a position.
std::string row_major(const std::string& above, const std::string& size,
                      const std::string& coordinate);

}  // namespace fiberloom
