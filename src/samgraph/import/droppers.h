#pragma once

#include "samgraph/import/peer_graph.h"

namespace fiberloom {

/// SAM's coordinate dropper removes a coordinate and leaves the values and deeper coordinates
/// inside of it where they are, so that they meet the wrong coordinates. Ours takes everything that
/// lies inside along. This makes the streams of each result ride through the droppers in front of
/// its outer levels, values in front of the sum that takes them out of the loop.
/// Needs the loops, and keeps them; accumulators are unfolded. Throws Error (bad_input) where a
/// result has values beside what is dropped, as behind a union: the dropper would lose them.
void ride_droppers(PeerGraph& graph);

}  // namespace fiberloom
