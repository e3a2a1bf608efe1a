#pragma once

#include "einsum/sizes.h"
#include "loopnest/plan.h"
#include "samgraph/graph.h"

namespace fiberloom {

/// The SAM graph of a plan. Its tensors are the operands, once
/// for each storage that some occurrence needs (a name of its own and `of` where it is packed
/// anew), and the result, stored as `plan.result` with every sparse level compressed.
Graph lower_to_graph(const Plan& plan);

}  // namespace fiberloom
