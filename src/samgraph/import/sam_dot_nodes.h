#pragma once

#include <map>
#include <string>
#include <vector>

#include "samgraph/import/dot_syntax.h"
#include "samgraph/import/peer_graph.h"
#include "samgraph/import/sam_dot_types.h"

namespace fiberloom {

/// A block as SAM's file has it.
struct SamNode {
  std::string id;
  std::string type{};
  const SamType* known = nullptr;
  DotAttributes attributes{};
  Location where{};

  bool is(const std::string& name) const { return type == name; }
  /// An attribute. Throws Error (bad_input) where the block does not have it.
  const std::string& required(const std::string& name) const;
  bool flag(const std::string& name) const;
  std::string label() const { return type + ' ' + id; }
};

/// The blocks of a file, each once; what the comment of a block says counts where no attribute
/// says it. Throws Error (bad_input): an unknown type, two blocks of one name.
std::vector<SamNode> read_sam_nodes(const DotGraph& file);

/// A block of ours for a node that is no broadcast, without inputs. Throws Error (bad_input): an
/// attribute that is missing or not as SAM has it.
PeerBlock make_peer_block(const SamNode& node);

}  // namespace fiberloom
