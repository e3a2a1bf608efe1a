#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "einsum/arithmetic.h"
#include "reference/cell.h"

namespace fiberloom {
namespace cells {

template <class T>
double size_of(const Cell<T>& a) {
  return std::fabs(static_cast<double>(a.value));
}

template <class T>
bool is_finite(T value) {
  return std::isfinite(static_cast<double>(value));
}

/// Infinite and NaN values are right or wrong, never near.
template <class T>
double settled(double magnitude, T value) {
  const double size = std::fabs(static_cast<double>(value));
  return !std::isfinite(size) ? 0 : std::isnan(magnitude) ? size : magnitude;
}

/// The bound on the error of a result from those of its operands, over epsilon and terms.
template <class T>
double magnitude_of(Operator op, const Cell<T>& a, const Cell<T>& b) {
  switch (op) {
    case Operator::mul:
      return a.magnitude * b.magnitude;
    // d(a/b) = da/b + a db/b^2, and |b| is at most b's magnitude.
    case Operator::div:
      return b.is_zero() ? 0 : a.magnitude / size_of(b) * (b.magnitude / size_of(b));
    case Operator::min:
    case Operator::max:
      return std::max(a.magnitude, b.magnitude);
    default:
      return a.magnitude + b.magnitude;
  }
}

/// Of |a|^p: d = p |a|^p da/|a|. At a root the error of `a` itself, about epsilon, goes through.
template <class T>
double power_magnitude(const Cell<T>& a, double p, double result) {
  const double size = size_of(a);
  if (size != 0) {
    return std::fabs(result) * (1 + std::fabs(p) * a.magnitude / size);
  }
  const double epsilon = std::max(static_cast<double>(std::numeric_limits<T>::epsilon()), 1e-300);
  return p > 0 && a.magnitude > 0 ? std::pow(a.magnitude, p) * std::pow(epsilon, p - 1)
                                  : std::fabs(result);
}

template <class T>
double magnitude_of(const Unary& f, const Cell<T>& a, T result) {
  const auto size = std::fabs(static_cast<double>(result));
  switch (f.op) {
    case Operator::exp:
      return size * (1 + a.magnitude);
    case Operator::sqrt:
      return power_magnitude(a, 0.5, size);
    case Operator::pow:
      return power_magnitude(a, f.exponent, size);
    default:
      return a.magnitude;
  }
}

/// 0*inf, 0*NaN, 0/0 and 0/NaN are 0 here and NaN in IEEE arithmetic.
template <class T>
bool annihilates_a_nan(Operator op, const Cell<T>& a, const Cell<T>& b) {
  if (op == Operator::mul) {
    return (a.is_zero() && !is_finite(b.value)) || (b.is_zero() && !is_finite(a.value));
  }
  return op == Operator::div && a.is_zero() && (b.is_zero() || arithmetic::is_nan(b.value));
}

template <class T>
uint32_t fault_of(Operator op, const Cell<T>& a, const Cell<T>& b) {
  const bool annihilated =
      (op == Operator::mul && (a.is_zero() || b.is_zero())) || (op == Operator::div && a.is_zero());
  if (annihilated) {
    return 0;
  }
  if (a.fault != 0 || b.fault != 0) {
    return std::max(a.fault, b.fault);
  }
  return std::numeric_limits<T>::is_integer && op == Operator::div && b.is_zero() ? kNewFault : 0;
}

inline uint64_t terms_of(Operator op, const Accuracy& a, const Accuracy& b) {
  const bool chained = op == Operator::mul || op == Operator::div;
  return chained ? std::max<uint64_t>(1, a.terms + b.terms - (b.terms > 0 ? 1 : 0))
                 : a.terms + b.terms;
}

inline bool is_absent(Operator op, bool has_left, bool has_right) {
  switch (info(op).absent) {
    case AbsentRule::annihilates:
      return !has_left || !has_right;
    case AbsentRule::numerator:
      return !has_left;
    default:
      return !has_left && !has_right;
  }
}

}  // namespace cells

/// A binary operator on values that may be absent, by the operator's rule for those.
template <class T>
MaybeCell<T> combine(Operator op, const MaybeCell<T>& left, const MaybeCell<T>& right) {
  using namespace cells;
  if (is_absent(op, left.has_value(), right.has_value())) {
    return std::nullopt;
  }
  const Cell<T> a = left.value_or(Cell<T>{});
  const Cell<T> b = right.value_or(Cell<T>{});
  Cell<T> result;
  result.terms = terms_of(op, a, b);
  result.ieee_nan = a.ieee_nan || b.ieee_nan || annihilates_a_nan(op, a, b);
  result.fault = fault_of(op, a, b);
  // The value behind a fault is of no use, and must not be divided by.
  const bool faulty = a.fault != 0 || b.fault != 0 || result.fault != 0;
  result.value = faulty ? T{0} : apply(op, a.value, b.value);
  result.magnitude = settled(magnitude_of(op, a, b), result.value);
  return result;
}

/// A function of a value that may be absent.
template <class T>
MaybeCell<T> transform(const Unary& f, const MaybeCell<T>& operand) {
  if (!operand && keeps_zero(f)) {
    return std::nullopt;
  }
  const Cell<T> a = operand.value_or(Cell<T>{});
  Cell<T> result = a;
  result.terms = std::max<uint64_t>(1, a.terms);
  result.value = apply_function(f.op, a.value, f.exponent);
  result.magnitude = cells::settled(cells::magnitude_of(f, a, result.value), result.value);
  return result;
}

/// Adds `more` to a sum.
template <class T>
void add_to(Cell<T>& sum, const Cell<T>& more) {
  sum.value = apply(Operator::add, sum.value, more.value);
  sum.magnitude += more.magnitude;
  sum.terms += more.terms;
  sum.fault = std::max(sum.fault, more.fault);
  sum.ieee_nan = sum.ieee_nan || more.ieee_nan;
}

}  // namespace fiberloom
