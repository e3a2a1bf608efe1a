#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/coordinate_list.h"

namespace fiberloom {

/// What a run of the textbook model took.
struct TextbookRun {
  double seconds = 0;
  uint64_t tokens = 0;  ///< that left output ports, fan-out counted once
  uint64_t cycles = 0;
  std::vector<double> values{};  ///< of the result, in storage order
};

/// The yardstick of the speed table: matmul_ikj, matmul_ijk or mat_elemadd built the way a SystemC
/// textbook would, an SC_THREAD a block that fires once per clock edge of an sc_clock, joined by
/// sc_fifos of `depth`. Operands are matrices, C by columns for matmul_ijk.
TextbookRun run_textbook(const std::string& graph, const CoordinateList& b, const CoordinateList& c,
                         int depth);

}  // namespace fiberloom
