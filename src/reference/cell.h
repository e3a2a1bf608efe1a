#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace fiberloom {

/// How exactly a value can be known: the error of computing it in another order is at most about
/// epsilon * terms * magnitude.
struct Accuracy {
  double magnitude = 0;   ///< the sum of |terms|; carried through products and functions
  uint64_t terms = 0;     ///< how many there are
  uint32_t fault = 0;     ///< not 0: an integer division by zero, see Binding::faults
  bool ieee_nan = false;  ///< a stored zero met an infinity: IEEE arithmetic would give NaN
};

/// A present value.
template <class T>
struct Cell : Accuracy {
  T value{};

  Cell() = default;
  Cell(T v, const Accuracy& accuracy) : Accuracy(accuracy), value(v) {}

  bool is_zero() const { return value == 0 && fault == 0; }
};

template <class T>
using MaybeCell = std::optional<Cell<T>>;

/// A division by zero that nobody has recorded yet.
constexpr uint32_t kNewFault = UINT32_MAX;

/// A value that was given: one exact term.
template <class T>
Cell<T> given_cell(T value) {
  const double size = std::fabs(static_cast<double>(value));
  return {value, {.magnitude = std::isfinite(size) ? size : 0, .terms = 1}};
}

}  // namespace fiberloom
