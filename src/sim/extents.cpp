#include "sim/extents.h"

#include <algorithm>

namespace fiberloom {
namespace {

using Extents = std::vector<std::vector<uint64_t>>;

uint64_t of_source(const Extents& extents, const InputPort& input) {
  return extents[input.source->block][input.source->output];
}

/// What a block's own parameters say of the coordinates that it makes; 0: nothing.
uint64_t of_parameters(const BlockNode& node, const std::map<std::string, const Tensor*>& tensors) {
  const Parameters& parameters = node.parameters;
  if (parameters.has("tensor") && parameters.has("level")) {
    const auto tensor = tensors.find(parameters.name("tensor"));
    const uint64_t level = parameters.count("level");
    if (tensor != tensors.end() && level < tensor->second->format().levels()) {
      return tensor->second->level(level).size();
    }
  }
  return parameters.has("size") ? parameters.count("size") : 0;
}

/// The largest extent of the inputs that the output's coordinates can come from; 0 if one of them
/// is not known.
uint64_t of_inputs(const Extents& extents, const WiredBlock& block, const OutputPort& output) {
  uint64_t largest = 0;
  bool unknown = false;
  for (const InputPort& input : block.inputs) {
    if (input.type.kind != StreamKind::crd) {
      continue;
    }
    const bool mirrored = output.family->mirrors.empty() ||
                          (input.family->name == output.family->mirrors &&
                           input.side == output.side && input.index == output.index);
    if (mirrored) {
      const uint64_t extent = of_source(extents, input);
      unknown |= extent == 0;
      largest = std::max(largest, extent);
    }
  }
  return unknown ? 0 : largest;
}

}  // namespace

std::vector<std::vector<uint64_t>> coordinate_extents(
    const Wiring& wiring, const std::map<std::string, const Tensor*>& tensors) {
  Extents extents(wiring.blocks.size());
  for (const size_t b : wiring.topological) {
    const WiredBlock& block = wiring.blocks[b];
    const uint64_t made = of_parameters(*block.node, tensors);
    for (const OutputPort& output : block.outputs) {
      const bool crd = output.type.kind == StreamKind::crd;
      extents[b].push_back(!crd ? 0 : made > 0 ? made : of_inputs(extents, block, output));
    }
  }
  return extents;
}

}  // namespace fiberloom
