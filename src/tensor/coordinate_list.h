#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tensor/values.h"

namespace fiberloom {

/// The most modes that a tensor may have: levels are walked by recursion.
constexpr size_t kLargestOrder = 255;

/// A tensor as a list of points, the form in which tensors are read, made, compared and written.
/// columns[m][e] is the coordinate (0-based) of entry e in mode m; an order-0 tensor has no
/// columns.
struct CoordinateList {
  std::vector<uint64_t> shape{};
  std::vector<std::vector<uint64_t>> columns{};
  Values values{};
  /// The shape's sizes are only lower bounds (a .tns file without its .shape).
  bool shape_is_lower_bound = false;
  /// Entries that were summed into an earlier one of the same coordinates.
  uint64_t duplicates = 0;

  size_t order() const { return shape.size(); }
  size_t entries() const { return values.size(); }
};

/// Sorts by the modes in the order given (the outermost first) and sums entries of equal
/// coordinates, adding their number to `duplicates`. Linear in the entries: an input already in
/// order is only scanned, any other is sorted by radix, mode by mode.
void sort_and_sum(CoordinateList& list, std::span<const size_t> mode_order);

}  // namespace fiberloom
