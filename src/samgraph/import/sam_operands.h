#pragma once

#include "samgraph/import/peer_graph.h"

namespace fiberloom {

/// What SAM's graphs leave open about the operands of arithmetic. Where one array serves both
/// occurrences of a tensor it becomes two. The operands of a subtraction stand in any order in the
/// file: the order in which the graph declares their tensors, which is the expression's, decides.
/// Throws Error (bad_input): an operation without its two operands, an array with several
/// references whose use cannot be told.
void complete_operands(PeerGraph& graph);

}  // namespace fiberloom
