#pragma once

#include <functional>
#include <string>

#include "einsum/expr.h"

namespace fiberloom {

/// A text that is the same for expressions that differ by the order and parentheses of factors, by
/// the order of two addends, and by where sums stand.
std::string canonical(const Expr& e);

/// Replaces the first subexpression, or the first factors of a product, that match the pattern up
/// to that. `made` gets what matched and the temporary around it (empty: none). Gives `e` itself
/// where nothing matches. A sum is matched below its variables.
Expr replace_match(const Expr& e, const Expr& pattern,
                   const std::function<Expr(const Expr& matched, const std::string& branch)>& made);

}  // namespace fiberloom
