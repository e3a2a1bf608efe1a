#pragma once

#include <string>
#include <vector>

#include "samgraph/import/peer_graph.h"

namespace fiberloom {

/// Parses the comment at the head of SAM's graphs: "X=ss01,B=ds10,a=none", a letter and then the
/// mode of every level, the result first. A tensor that is used twice stands there twice.
/// Throws Error (bad_input) at `where`.
std::vector<PeerTensor> parse_sam_header(const std::string& text, const Location& where);

}  // namespace fiberloom
