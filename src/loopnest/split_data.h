#pragma once

#include "loopnest/schedule/scheduled.h"

namespace fiberloom {

/// Splits variables in the data itself, for a graph: every tensor gets two levels, of the same
/// letter, for one that a split variable indexes, and the statement two variables. Splits of
/// position loops and of fused loops are left out. `formats` are changed accordingly. Throws Error
/// (bad_input) where one mode of a tensor is indexed by a split variable here and not there, or a
/// minimum, maximum or product would meet empty parts.
Scheduled split_data(const Scheduled& scheduled, TensorFormats& formats);

}  // namespace fiberloom
