#pragma once

#include <cmath>
#include <type_traits>

#include "base/arithmetic.h"
#include "base/diagnostic.h"
#include "sim/token.h"

// The operations of the ALU on points: data or N. One policy with the reference evaluator and the
// kernels (design.md, section 7): zero annihilates, absent or stored.

namespace fiberloom {

/// The value of a point, with N as 0.
template <class T>
T value_or_zero(Token token) {
  return token.is_data() ? token.value<T>() : T{0};
}

struct Add {
  template <class T>
  static T add(T a, T b) {
    return arithmetic::wrapping(a, b, [](auto x, auto y) { return x + y; });
  }
  template <class T>
  static Token apply(Token a, Token b) {
    if (a.is_data() && b.is_data()) {
      return value_token(add<T>(a.value<T>(), b.value<T>()));
    }
    return a.is_data() ? a : b;
  }
};

struct Subtract {
  template <class T>
  static Token apply(Token a, Token b) {
    if (b.is_empty()) {
      return a;
    }
    return value_token(arithmetic::wrapping(value_or_zero<T>(a), b.value<T>(),
                                            [](auto x, auto y) { return x - y; }));
  }
};

struct Multiply {
  template <class T>
  static Token apply(Token a, Token b) {
    if (a.is_empty() || b.is_empty()) {
      return empty_token();
    }
    const T x = a.value<T>();
    const T y = b.value<T>();
    const T product = arithmetic::wrapping(x, y, [](auto u, auto v) { return u * v; });
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(product) && (x == 0 || y == 0)) [[unlikely]] {
        return value_token(T{0});  // 0 * inf
      }
    }
    return value_token(product);
  }
};

struct Divide {
  template <class T>
  static Token apply(Token a, Token b) {
    if (a.is_empty() || a.value<T>() == 0) {
      return a;
    }
    return value_token(arithmetic::divide(a.value<T>(), value_or_zero<T>(b)));
  }
  /// There is no such quotient.
  template <class T>
  static bool undefined(Token a, Token b) {
    return std::is_integral_v<T> && value_or_zero<T>(a) != 0 && value_or_zero<T>(b) == 0;
  }
};

struct Minimum {
  template <class T>
  static Token apply(Token a, Token b) {
    return a.is_empty() && b.is_empty()
               ? a
               : value_token(arithmetic::minimum(value_or_zero<T>(a), value_or_zero<T>(b)));
  }
};

struct Maximum {
  template <class T>
  static Token apply(Token a, Token b) {
    return a.is_empty() && b.is_empty()
               ? a
               : value_token(arithmetic::maximum(value_or_zero<T>(a), value_or_zero<T>(b)));
  }
};

struct Negate {
  template <class T>
  static Token apply(Token a, double) {
    return a.is_empty() ? a : value_token(arithmetic::negate(a.value<T>()));
  }
};

struct Absolute {
  template <class T>
  static Token apply(Token a, double) {
    if (a.is_empty()) {
      return a;
    }
    const T x = a.value<T>();
    return value_token(x < 0 ? arithmetic::negate(x) : arithmetic::positive_zero(x));
  }
};

struct SquareRoot {
  template <class T>
  static Token apply(Token a, double) {
    return a.is_empty()
               ? a
               : value_token(static_cast<T>(std::sqrt(arithmetic::positive_zero(a.value<T>()))));
  }
};

struct Exponential {
  template <class T>
  static Token apply(Token a, double) {
    return value_token(static_cast<T>(std::exp(value_or_zero<T>(a))));
  }
};

struct Rectify {
  template <class T>
  static Token apply(Token a, double) {
    return a.is_empty() ? a : value_token(arithmetic::maximum(a.value<T>(), T{0}));
  }
};

struct Power {
  template <class T>
  static Token apply(Token a, double by) {
    if (std::is_integral_v<T> && (by < 0 || by != std::floor(by))) {
      throw bad_input("integers can be raised to the powers 0, 1, 2, .. only");
    }
    const bool stays_absent = a.is_empty() && by > 0;
    return stays_absent ? a : value_token(arithmetic::power(value_or_zero<T>(a), by));
  }
};

struct Scale {
  template <class T>
  static Token apply(Token a, double by) {
    return a.is_empty() ? a : Multiply::apply<T>(a, value_token(static_cast<T>(by)));
  }
};

struct Offset {
  template <class T>
  static Token apply(Token a, double by) {
    return value_token(Add::add<T>(value_or_zero<T>(a), static_cast<T>(by)));
  }
};

}  // namespace fiberloom
