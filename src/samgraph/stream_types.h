#pragma once

#include "samgraph/wiring.h"

namespace fiberloom {

/// Finds the types of the streams at block `b`, whose producers have theirs, and checks them
/// against the block's spec: kind, nesting depth and where references point to.
/// Throws Error (bad_input) at the connection that does not fit.
void infer_types(Wiring& wiring, size_t b);

}  // namespace fiberloom
