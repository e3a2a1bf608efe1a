#pragma once

#include <string>

#include "samgraph/wiring.h"

namespace fiberloom {

/// The graph in Graphviz' language: a node a block, an edge a connection, drawn by stream kind as
/// SAM draws them (coordinates dashed, references bold, repeat signals dotted, values plain).
std::string to_dot(const Wiring& wiring);

}  // namespace fiberloom
