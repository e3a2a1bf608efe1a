#pragma once

#include <string>

#include "samgraph/graph.h"

namespace fiberloom {

/// Reads a graph of SAM's compiler Custard, of any of its versions, or one written by hand in its
/// manner. Throws Error (bad_input) at the place: what is not DOT, a block type or stream that SAM
/// does not have, and graphs that cannot compute a right result, with the reason.
Graph read_sam_dot(const std::string& text, const std::string& file);

}  // namespace fiberloom
