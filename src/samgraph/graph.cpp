#include "samgraph/graph.h"

#include <algorithm>

#include "samgraph/port_name.h"

namespace fiberloom {

const BlockNode* Graph::find(const std::string& block) const {
  const auto found = std::ranges::find(blocks, block, &BlockNode::name);
  return found == blocks.end() ? nullptr : &*found;
}

std::optional<size_t> Graph::levels(const std::string& tensor) const {
  if (const auto declared = tensors.find(tensor); declared != tensors.end()) {
    return declared->second.format.levels();
  }
  const BlockNode* block = find(tensor);
  if (block == nullptr || !block->keeps_store()) {
    return std::nullopt;
  }
  // A level for each of the coordinates that go in.
  const std::string& family = block->spec->inputs.front().name;
  return static_cast<size_t>(std::ranges::count_if(
      block->inputs, [&](const Connection& c) { return match_port(family, c.input).has_value(); }));
}

bool BlockNode::keeps_store() const {
  return std::ranges::any_of(spec->outputs,
                             [](const PortSpec& port) { return port.refers == Refers::own; });
}

}  // namespace fiberloom
