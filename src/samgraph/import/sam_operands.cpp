#include "samgraph/import/sam_operands.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace fiberloom {
namespace {

std::vector<size_t> consumers_of(const PeerGraph& graph, size_t producer) {
  std::vector<size_t> consumers;
  for (size_t b = 0; b < graph.blocks.size(); ++b) {
    if (std::ranges::any_of(graph.blocks[b].inputs,
                            [&](const PeerInput& input) { return input.from.block == producer; })) {
      consumers.push_back(b);
    }
  }
  return consumers;
}

/// Gives each reference stream of the array an array of its own.
void split_array(PeerGraph& graph, size_t array) {
  const std::vector<size_t> consumers = consumers_of(graph, array);
  const size_t streams = graph.blocks[array].inputs.size();
  if (consumers.size() != 1 || graph.blocks[consumers.front()].type != "alu" ||
      graph.blocks[consumers.front()].inputs.size() + streams > 3) {
    throw bad_input(
        fmt::format("{} gets {} streams of references", graph.blocks[array].label, streams),
        graph.blocks[array].where, "which of them its values are for cannot be told");
  }
  for (size_t k = 1; k < streams; ++k) {
    PeerBlock copy = graph.blocks[array];
    copy.name += fmt::format("_{}", k);
    copy.inputs = {graph.blocks[array].inputs[k]};
    PeerBlock& alu = graph.blocks[consumers.front()];
    alu.inputs.push_back({fmt::format("in{}", alu.inputs.size()),
                          {graph.blocks.size(), "val"},
                          alu.inputs.front().where});
    graph.blocks.push_back(std::move(copy));
  }
  graph.blocks[array].inputs.resize(1);
}

/// Where the tensors that a value is made of stand in the declarations, the first of each.
std::set<size_t> tensors_of(const PeerGraph& graph, size_t start) {
  std::set<size_t> places;
  std::set<size_t> seen = {start};
  std::vector<size_t> open = {start};
  while (!open.empty()) {
    const PeerBlock& block = graph.blocks[open.back()];
    open.pop_back();
    if (block.type == "array") {
      const auto found = std::ranges::find(graph.tensors, block.tensor, &PeerTensor::name);
      places.insert(static_cast<size_t>(found - graph.tensors.begin()));
      continue;
    }
    for (const PeerInput& input : block.inputs) {
      const bool value = block.type == "alu" || input.port == "val";
      if (value && seen.insert(input.from.block).second) {
        open.push_back(input.from.block);
      }
    }
  }
  return places;
}

void order_operands(const PeerGraph& graph, PeerBlock& alu) {
  if (tensors_of(graph, alu.inputs[1].from.block) < tensors_of(graph, alu.inputs[0].from.block)) {
    std::swap(alu.inputs[0], alu.inputs[1]);
    std::swap(alu.inputs[0].port, alu.inputs[1].port);
  }
}

}  // namespace

void complete_operands(PeerGraph& graph) {
  const size_t count = graph.blocks.size();
  for (size_t b = 0; b < count; ++b) {
    if (graph.blocks[b].type == "array" && graph.blocks[b].inputs.size() > 1) {
      split_array(graph, b);
    }
  }
  for (PeerBlock& block : graph.blocks) {
    if (block.type != "alu") {
      continue;
    }
    if (block.inputs.size() != 2) {
      throw bad_input(fmt::format("{} has {} operand{}", block.label, block.inputs.size(),
                                  block.inputs.size() == 1 ? "" : "s"),
                      block.where,
                      "expected two; SAM's compiler leaves constants out of its graphs");
    }
    if (block.parameters.at("op") == ParameterValue(std::string("sub"))) {
      order_operands(graph, block);
    }
  }
}

}  // namespace fiberloom
