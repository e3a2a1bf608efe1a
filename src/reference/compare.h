#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/reference.h"
#include "tensor/coordinate_list.h"

namespace fiberloom {

struct CompareOptions {
  /// Accept NaN where a stored zero met an infinity: what multiplies as IEEE says gives NaN there.
  bool accept_ieee_nan = false;
  size_t keep = 10;  ///< how many mismatches to describe
};

struct Mismatch {
  std::vector<uint64_t> coordinates;
  double got = 0;
  double expected = 0;
  double tolerance = 0;
};

struct Comparison {
  double max_error = 0;   ///< the largest |got - expected| of finite elements; infinite where one
                          ///< is not finite and the other is something else
  uint64_t elements = 0;  ///< compared: stored on either side
  uint64_t mismatches = 0;
  uint64_t accepted_nan = 0;
  std::vector<Mismatch> first;
  std::string reason;  ///< why nothing could be compared, e.g. another shape

  bool agrees() const { return mismatches == 0 && reason.empty(); }
};

/// Compares a result with the reference. Elements missing on either side count as 0; a coordinate
/// stored twice or outside the shape is a mismatch. Elements agree if they are equal, both NaN, or
/// |a-b| <= 64 epsilon n sum|terms|, epsilon that of the coarser of both types, n and the terms the
/// reference's; integers only if they are equal.
Comparison compare(const CoordinateList& got, const Reference& expected,
                   const CompareOptions& options = {});

}  // namespace fiberloom
