#include "samgraph/spec/block_spec.h"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

namespace fiberloom {
namespace {

using Registry = std::map<std::string, std::unique_ptr<const BlockSpec>, std::less<>>;

Registry& registry() {
  static Registry specs;
  return specs;
}

}  // namespace

const std::vector<ParameterSpec>& common_timing() {
  static const std::vector<ParameterSpec> kKeys = {
      {.name = "latency",
       .summary = "cycles from a firing until its tokens enter the FIFO, plus one",
       .fallback = uint64_t{1}},
      {.name = "initiation_interval",
       .summary = "cycles from a firing to the next one at the earliest",
       .fallback = uint64_t{1}},
  };
  return kKeys;
}

ParameterSpec tensor_parameter() {
  return {.name = "tensor",
          .type = ParameterType::tensor,
          .summary = "the tensor, or a buffer",
          .required = true};
}

std::vector<ParameterSpec> level_parameters() {
  return {tensor_parameter(),
          {.name = "level",
           .type = ParameterType::count,
           .summary = "its level, 0 the outermost",
           .required = true}};
}

void BlockSpecs::add(BlockSpec spec) {
  const std::string type = spec.type;
  if (!registry().emplace(type, std::make_unique<const BlockSpec>(std::move(spec))).second) {
    throw std::logic_error("block type registered twice: " + type);
  }
}

const BlockSpec* BlockSpecs::find(std::string_view type) {
  if (const auto found = registry().find(type); found != registry().end()) {
    return found->second.get();
  }
  for (const auto& [name, spec] : registry()) {
    if (std::ranges::find(spec->aliases, type) != spec->aliases.end()) {
      return spec.get();
    }
  }
  return nullptr;
}

std::vector<const BlockSpec*> BlockSpecs::all() {
  std::vector<const BlockSpec*> specs;
  for (const auto& [name, spec] : registry()) {
    specs.push_back(spec.get());
  }
  return specs;
}

std::vector<std::string> BlockSpecs::names() {
  std::vector<std::string> names;
  for (const auto& [name, spec] : registry()) {
    names.push_back(name);
  }
  return names;
}

}  // namespace fiberloom
