#include "lower/graph_builder.h"

#include <stdexcept>

#include <fmt/format.h>

namespace fiberloom {

std::string GraphBuilder::add(const std::string& type, const std::string& name,
                              const Inputs& inputs, const Settings& settings) {
  const BlockSpec* spec = BlockSpecs::find(type);
  if (spec == nullptr) {
    throw std::logic_error("no block of type " + type);
  }
  std::string unique = name;
  while (names_.contains(unique) || graph_.tensors.contains(unique)) {
    unique = fmt::format("{}_{}", name, ++names_[name] + 1);
  }
  names_.emplace(unique, 0);

  BlockNode node{.name = unique, .spec = spec};
  for (const ParameterSpec& parameter : spec->parameters) {
    if (!parameter.required) {
      node.parameters.set(parameter.name, parameter.fallback);
    }
  }
  for (const auto& [key, value] : settings) {
    node.parameters.set(key, value);
  }
  for (const auto& [input, stream] : inputs) {
    if (!stream.is_root()) {
      node.inputs.push_back({.input = input, .block = stream.block, .port = stream.port});
    }
  }
  graph_.blocks.push_back(std::move(node));
  return unique;
}

Stream GraphBuilder::repeat_signal(const Stream& crd) {
  const std::string source = crd.block + "." + crd.port;
  const auto known = signals_.find(source);
  if (known != signals_.end()) {
    return known->second;
  }
  const std::string block = add("repeat_signal", "each_" + crd.block, {{"crd", crd}});
  return signals_[source] = {.block = block, .port = "repsig"};
}

}  // namespace fiberloom
