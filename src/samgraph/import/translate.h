#pragma once

#include "samgraph/graph.h"
#include "samgraph/import/peer_graph.h"

namespace fiberloom {

/// Makes our graph of a peer's: accumulators take streams in place of points, droppers take along
/// what lies inside, writers name the level above. The result still has to pass check().
/// Throws Error (bad_input) with the reason where the peer's graph cannot be right.
Graph translate(PeerGraph peer);

}  // namespace fiberloom
