#pragma once

#include "explore/sweep_spec.h"

namespace fiberloom {

/// Checks what a sweep names against the rest of the program: graphs, expressions, configs and
/// their keys, tensors, formats, recipes, files. Throws Error (bad_input) at the place in the
/// sweep's file.
void check_sweep(const SweepSpec& spec);

}  // namespace fiberloom
