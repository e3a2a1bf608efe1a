#pragma once

#include <map>
#include <string>

#include "samgraph/import/peer_graph.h"

namespace fiberloom {

/// The loops around the streams that a point accumulator gives: those of its values without the
/// ones that it sums away. It sums over the variables whose coordinates it takes and does not give
/// back; where it takes no such, over all that it does not give back.
/// Throws Error (bad_input) where its values and its coordinates are not of one loop nest.
std::map<std::string, Loops> accumulator_outputs(const PeerGraph& graph, size_t b);

/// Puts our accumulators, which take streams, in the place of SAM's, which take points: one for
/// each loop that is summed away, innermost first, fed by the streams in front of the coordinate
/// holders. Holders that nothing needs any more are left without consumers.
/// Needs the loops and leaves them as they were. Throws Error (bad_input): coordinates that cannot
/// be traced to a loop.
void unfold_accumulators(PeerGraph& graph);

}  // namespace fiberloom
