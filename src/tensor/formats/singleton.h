#pragma once

#include "tensor/level_format.h"

namespace fiberloom {

/// Packs the second or a later level of a COO group: one coordinate for each of its positions.
PackedLevel pack_singleton(const LevelInput& input);

}  // namespace fiberloom
