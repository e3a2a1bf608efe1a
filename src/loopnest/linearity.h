#pragma once

#include <string>
#include <vector>

#include "einsum/expr.h"

namespace fiberloom {

/// Is the value surely finite where the data is? A quotient, an exponential, a power or a root may
/// not be. A sum may move past such factors only: the others would meet its terms one by one, where
/// zeros annihilate them, or their sum; and quotients of integers are cut.
bool surely_finite(const Expr& e);

/// Factors of a product; parentheses and the order of multiplication do not count. A quotient is
/// one factor.
struct Product {
  bool negative = false;
  std::vector<Expr> factors{};

  bool empty() const { return factors.empty(); }
};

Product product_of(const Expr& e);
/// The factors multiplied from the left, under the sign.
Expr to_expr(const Product& product, Span span);

/// Does any of the factors use the variable?
bool uses(const Product& product, const std::string& variable);

/// A sum that was not asked for as a temporary, or null.
const Reduction* as_plain_sum(const Expr& e);
/// `body` summed over the variables: none leaves it as it is, a sum takes them in.
Expr sum_of(const IndexVariables& variables, const Expr& body, Span span);

}  // namespace fiberloom
