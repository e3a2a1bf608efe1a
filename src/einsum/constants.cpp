#include "einsum/constants.h"

#include "einsum/arithmetic.h"

namespace fiberloom {

std::optional<double> constant_value(const Expr& e) {
  if (const auto* number = as<Constant>(e)) {
    return number->value;
  }
  if (const auto* f = as<Unary>(e)) {
    const auto operand = constant_value(f->operand);
    return operand ? std::optional(apply_function(f->op, *operand, f->exponent)) : std::nullopt;
  }
  if (const auto* f = as<Binary>(e)) {
    const auto left = constant_value(f->left);
    const auto right = left ? constant_value(f->right) : std::nullopt;
    return right ? std::optional(apply(f->op, *left, *right)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace fiberloom
