#pragma once

#include <map>
#include <string>

#include "einsum/expr.h"
#include "einsum/statement.h"
#include "tensor/tensor_format.h"

namespace fiberloom {

using TensorFormats = std::map<std::string, TensorFormat>;

/// How the loops walk one occurrence of an operand, or a temporary: level by level, in loop order.
struct Walk {
  std::string tensor;
  TensorFormat format;         ///< the storage that this takes
  IndexVariables variables{};  ///< of the levels
  bool temporary = false;
  bool streamed = false;  ///< a temporary that is consumed as it is made
  bool repacked = false;  ///< another mode order than the operand is stored in

  /// Every coordinate is stored at this level.
  bool full(size_t level) const;
};

/// By leaf of the expression.
using Walks = std::map<const ExprNode*, Walk>;

/// The walk of an access in a loop order: an operand whose storage disagrees is packed anew, the
/// same letters by level with the modes permuted.
Walk walk_of(const Access& access, const TensorFormat& format, const IndexVariables& order);

/// Where a variable stands in an order.
size_t position_in(const IndexVariables& order, const std::string& variable);

}  // namespace fiberloom
