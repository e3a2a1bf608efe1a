#include "sim/sketch.h"

#include <fmt/format.h>

namespace fiberloom::testing {

std::string Sketch::add(const std::string& type, const Values& parameters, const Inputs& inputs) {
  const BlockSpec* spec = BlockSpecs::find(type);
  BlockNode node{.name = fmt::format("{}{}", type, bench_.graph.blocks.size()), .spec = spec};
  for (const ParameterSpec& parameter : spec->parameters) {
    node.parameters.set(parameter.name, parameter.fallback);
  }
  for (const auto& [name, value] : parameters) {
    node.parameters.set(name, value);
  }
  for (const auto& [input, wire] : inputs) {
    if (!wire.block.empty()) {
      node.inputs.push_back({.input = input, .block = wire.block, .port = wire.port});
      used_.insert({wire.block, wire.port});
    }
  }
  bench_.graph.blocks.push_back(std::move(node));
  return bench_.graph.blocks.back().name;
}

Wire Sketch::out(const std::string& block, const std::string& port, StreamKind kind,
                 const std::string& tensor, int level) {
  wires_.push_back({.block = block, .port = port, .kind = kind, .tensor = tensor, .level = level});
  return wires_.back();
}

}  // namespace fiberloom::testing
