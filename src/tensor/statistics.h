#pragma once

#include <cstdint>
#include <vector>

#include "tensor/coordinate_list.h"

namespace fiberloom {

/// How long things are.
struct LengthSummary {
  uint64_t count = 0;
  uint64_t shortest = 0;
  double mean = 0;
  uint64_t longest = 0;
};

struct ModeStatistics {
  /// Entries of each coordinate that has any (rows, columns, slices); count is their number.
  LengthSummary slices;
  /// Lengths of the non-empty fibers of a compressed level of this mode, with the modes before it
  /// as the levels above.
  LengthSummary fibers;
};

struct TensorStatistics {
  std::vector<uint64_t> shape;
  bool shape_is_lower_bound = false;
  ComponentType type = ComponentType::float64;
  uint64_t stored = 0;      ///< distinct points
  uint64_t nonzeros = 0;    ///< of these, values other than zero
  uint64_t duplicates = 0;  ///< entries that were summed into another
  double value_sum = 0;     ///< of integers exact before it is rounded to a double
  double density = 0;       ///< stored points per cell; 0 without cells
  std::vector<ModeStatistics> modes;
};

/// Linear in the entries.
TensorStatistics statistics(CoordinateList list);

}  // namespace fiberloom
