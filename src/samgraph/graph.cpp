#include "samgraph/graph.h"

#include <algorithm>

namespace fiberloom {

const BlockNode* Graph::find(const std::string& block) const {
  const auto found = std::ranges::find(blocks, block, &BlockNode::name);
  return found == blocks.end() ? nullptr : &*found;
}

}  // namespace fiberloom
