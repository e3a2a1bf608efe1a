#pragma once

#include "explore/sweep_spec.h"

namespace fiberloom {

/// Reads `axes`, `zip`, `list`, `random` and `latin` into the axes, dimensions and sampling.
void read_axes(YamlMap& map, SweepSpec& spec);

}  // namespace fiberloom
