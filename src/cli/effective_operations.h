#pragma once

#include <cstdint>

#include "sim/statistics.h"

namespace fiberloom {

/// The arithmetic that a run did on values that were there: one for each that left an ALU, and one
/// for each that a reducer or an accumulator took.
uint64_t effective_operations(const RunStatistics& statistics);

}  // namespace fiberloom
