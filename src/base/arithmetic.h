#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace fiberloom {

// The arithmetic of values, one meaning for all storage formats: zero annihilates (0*x = 0 and
// 0/x = 0 for every x), a zero counts as +0 (x/0 is infinite with the sign of x), NaN goes through
// min, max and relu. Integers wrap around as two's complement and their division truncates.

namespace arithmetic {

/// `f` of two integers in unsigned arithmetic, which wraps; of reals as they are.
template <class T, class F>
T wrapping(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(f(static_cast<Unsigned>(a), static_cast<Unsigned>(b)));
  } else {
    return f(a, b);
  }
}

template <class T>
bool is_nan(T a) {
  if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    return std::isnan(a);
  }
}

template <class T>
T positive_zero(T a) {
  return a == 0 ? T{0} : a;
}

template <class T>
T negate(T a) {
  return std::is_integral_v<T> ? wrapping(T{0}, a, [](auto x, auto y) { return x - y; }) : -a;
}

template <class T>
T multiply(T a, T b) {
  return a == 0 || b == 0 ? T{0} : wrapping(a, b, [](auto x, auto y) { return x * y; });
}

/// For integers `b` must not be 0 unless `a` is.
template <class T>
T divide(T a, T b) {
  if (a == 0) {
    return 0;
  }
  if (std::is_integral_v<T> && b == T(-1)) {
    return negate(a);  // the smallest integer has no positive counterpart
  }
  return a / positive_zero(b);
}

template <class T>
T minimum(T a, T b) {
  return is_nan(a) || a < b ? a : b;
}
template <class T>
T maximum(T a, T b) {
  return is_nan(a) || a > b ? a : b;
}

template <class T>
T power(T a, double exponent) {
  if constexpr (std::is_integral_v<T>) {
    T result = 1;
    T square = a;
    for (auto left = static_cast<uint64_t>(exponent); left != 0; left /= 2) {
      result = left % 2 == 1 ? multiply(result, square) : result;
      square = multiply(square, square);
    }
    return result;
  } else {
    return static_cast<T>(std::pow(positive_zero(a), static_cast<T>(exponent)));
  }
}

}  // namespace arithmetic

}  // namespace fiberloom
