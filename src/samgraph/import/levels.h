#pragma once

#include <map>
#include <string>

#include "samgraph/import/peer_graph.h"

namespace fiberloom {

/// How the blocks of a peer's graph walk and write their tensors.
struct PeerLevels {
  std::map<std::string, TensorFormat> formats;
  std::map<size_t, uint64_t> levels;  ///< of scanners and writers, by block; kValuesLevel too
};

/// Finds the level of every scanner and writer and with them the format of every tensor: a scanner
/// is one level below the scanner that its references come from, a writer as deep as its loops.
/// Needs the loops. Throws Error (bad_input): a level with two modes, a tensor that is walked
/// otherwise than the file declares it.
PeerLevels find_levels(const PeerGraph& graph);

}  // namespace fiberloom
