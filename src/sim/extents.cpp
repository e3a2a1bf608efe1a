#include "sim/extents.h"

#include <algorithm>
#include <charconv>

#include "samgraph/port_name.h"

namespace fiberloom {
namespace {

using Extents = std::vector<std::vector<uint64_t>>;

uint64_t of_source(const Extents& extents, const InputPort& input) {
  return extents[input.source->block][input.source->output];
}

/// Of a level that a buffer keeps: that of the coordinates that went in.
uint64_t of_buffer(const Wiring& wiring, const Extents& extents, const Parameters& parameters) {
  const std::string& name = parameters.name("tensor");
  const auto buffer =
      std::ranges::find(wiring.blocks, name, [](const WiredBlock& b) { return b.node->name; });
  const InputPort* input = buffer == wiring.blocks.end()
                               ? nullptr
                               : buffer->input(port_name(buffer->node->spec->inputs.front().name,
                                                         {.index = parameters.count("level")}));
  if (input == nullptr || extents[input->source->block].empty()) {
    return 0;
  }
  return of_source(extents, *input);
}

/// What a block's own parameters say of the coordinates that it makes; 0: nothing.
uint64_t of_parameters(const Wiring& wiring, const Extents& extents, const BlockNode& node,
                       const std::map<std::string, const Tensor*>& tensors,
                       const NamedSizes& sizes) {
  const Parameters& parameters = node.parameters;
  if (parameters.has("tensor") && parameters.has("level")) {
    const auto tensor = tensors.find(parameters.name("tensor"));
    const uint64_t level = parameters.count("level");
    if (tensor != tensors.end() && level < tensor->second->format().levels()) {
      return tensor->second->level(level).size();
    }
    if (!wiring.graph->tensors.contains(parameters.name("tensor"))) {
      return of_buffer(wiring, extents, parameters);
    }
  }
  return parameters.has("size") ? size_of(parameters.name("size"), sizes).value_or(0) : 0;
}

/// The largest extent of the inputs that the output's coordinates can come from; 0 if one of them
/// is not known.
uint64_t of_inputs(const Extents& extents, const WiredBlock& block, const OutputPort& output) {
  // A sorter's or accumulator's coordinates come out permuted.
  const Parameters& parameters = block.node->parameters;
  const std::vector<uint64_t> perm =
      parameters.has("perm") ? parameters.integers("perm") : std::vector<uint64_t>{};
  const uint64_t index = output.index < perm.size() ? perm[output.index] : output.index;
  uint64_t largest = 0;
  bool unknown = false;
  for (const InputPort& input : block.inputs) {
    if (input.type.kind != StreamKind::crd) {
      continue;
    }
    const bool mirrored =
        output.family->mirrors.empty() || (input.family->name == output.family->mirrors &&
                                           input.side == output.side && input.index == index);
    if (mirrored) {
      const uint64_t extent = of_source(extents, input);
      unknown |= extent == 0;
      largest = std::max(largest, extent);
    }
  }
  return unknown ? 0 : largest;
}

}  // namespace

std::optional<uint64_t> size_of(const std::string& text, const NamedSizes& sizes) {
  uint64_t size = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (fault == std::errc{} && end == text.data() + text.size()) {
    return size;
  }
  const auto named = sizes.find(text);
  return named == sizes.end() ? std::nullopt : std::optional(named->second);
}

std::vector<std::vector<uint64_t>> coordinate_extents(
    const Wiring& wiring, const std::map<std::string, const Tensor*>& tensors,
    const NamedSizes& sizes) {
  Extents extents(wiring.blocks.size());
  for (const size_t b : wiring.topological) {
    const WiredBlock& block = wiring.blocks[b];
    const uint64_t made = of_parameters(wiring, extents, *block.node, tensors, sizes);
    for (const OutputPort& output : block.outputs) {
      const bool crd = output.type.kind == StreamKind::crd;
      extents[b].push_back(!crd ? 0 : made > 0 ? made : of_inputs(extents, block, output));
    }
  }
  return extents;
}

}  // namespace fiberloom
