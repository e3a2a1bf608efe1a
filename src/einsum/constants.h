#pragma once

#include <optional>

#include "einsum/expr.h"

namespace fiberloom {

/// The value of an expression of numbers alone, in doubles (1/2 is 0.5); nothing for one with an
/// access or a reduction, whose values depend on data or sizes.
std::optional<double> constant_value(const Expr& e);

}  // namespace fiberloom
