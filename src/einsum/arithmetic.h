#pragma once

#include <cmath>

#include "base/arithmetic.h"
#include "einsum/operators.h"

namespace fiberloom {

/// A binary operator. Division of integers needs a divisor other than 0 or a dividend of 0.
template <class T>
T apply(Operator op, T a, T b) {
  using namespace arithmetic;
  switch (op) {
    case Operator::sub:
      return wrapping(a, b, [](auto x, auto y) { return x - y; });
    case Operator::mul:
      return multiply(a, b);
    case Operator::div:
      return divide(a, b);
    case Operator::min:
      return minimum(a, b);
    case Operator::max:
      return maximum(a, b);
    default:
      return wrapping(a, b, [](auto x, auto y) { return x + y; });
  }
}

/// A function. sqrt, exp and powers other than by 0, 1, 2.. are for reals only.
template <class T>
T apply_function(Operator op, T a, double exponent = 1) {
  using namespace arithmetic;
  switch (op) {
    case Operator::abs:
      return a < 0 ? negate(a) : positive_zero(a);
    case Operator::relu:
      return maximum(a, T{0});
    case Operator::sqrt:
      return static_cast<T>(std::sqrt(positive_zero(a)));
    case Operator::exp:
      return static_cast<T>(std::exp(a));
    case Operator::pow:
      return power(a, exponent);
    default:
      return negate(a);
  }
}

}  // namespace fiberloom
