#include "samgraph/import/translate.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "samgraph/import/accumulators.h"
#include "samgraph/import/droppers.h"
#include "samgraph/import/levels.h"

namespace fiberloom {
namespace {

/// Each input has one stream; what the peer's type may leave out is checked by our own checker.
void check_inputs(const PeerGraph& graph) {
  for (const PeerBlock& block : graph.blocks) {
    std::map<std::string, const PeerInput*> seen;
    for (const PeerInput& input : block.inputs) {
      const auto [first, fresh] = seen.emplace(input.port, &input);
      if (!fresh) {
        throw bad_input(fmt::format("{} and {} both feed '{}' of {}",
                                    graph.blocks[first->second->from.block].label,
                                    graph.blocks[input.from.block].label, input.port, block.label),
                        input.where);
      }
    }
    if (block.type == "writer" && block.inputs.empty()) {
      throw bad_input(fmt::format("nothing feeds {}", block.label), block.where);
    }
  }
}

/// Blocks that do something: not SAM's accumulators, which are replaced, nor holders without use.
std::set<size_t> live_blocks(const PeerGraph& graph) {
  std::vector<size_t> consumers_first = topological_order(graph);
  std::reverse(consumers_first.begin(), consumers_first.end());
  std::set<size_t> live;
  std::set<size_t> used;
  for (const size_t b : consumers_first) {
    const PeerBlock& block = graph.blocks[b];
    if (block.type == kNoBlock || (block.type == "holder" && !used.contains(b))) {
      continue;
    }
    live.insert(b);
    for (const PeerInput& input : block.inputs) {
      used.insert(input.from.block);
    }
  }
  return live;
}

/// What is written to one result must be of one loop nest, or values meet other coordinates.
void check_results(const PeerGraph& graph) {
  std::map<std::string, const PeerBlock*> deepest;
  const auto loops = [&](const PeerBlock& writer) -> const Loops& {
    return loops_of(graph, writer.inputs.front().from);
  };
  const auto fit = [&](const PeerBlock& a, const PeerBlock& b) {
    return loops(a).size() <= loops(b).size() ? encloses(loops(a), loops(b))
                                              : encloses(loops(b), loops(a));
  };
  for (const PeerBlock& block : graph.blocks) {
    if (block.type != "writer") {
      continue;
    }
    const PeerBlock*& known = deepest.emplace(block.tensor, &block).first->second;
    if (!fit(block, *known)) {
      throw bad_input(fmt::format("{} and {} write {} with other coordinates of the same loops",
                                  block.label, known->label, block.tensor),
                      block.where);
    }
    known = loops(block).size() > loops(*known).size() ? &block : known;
  }
}

class Translator {
 public:
  Translator(const PeerGraph& peer, PeerLevels found)
      : peer_(peer), levels_(std::move(found.levels)) {
    for (const auto& [name, format] : found.formats) {
      check_name(name);
      graph_.tensors.emplace(
          name, TensorDeclaration{.name = name, .format = format, .where = peer.tensors_where});
    }
    graph_.name = peer.name;
  }

  Graph translate() {
    for (const auto& [b, level] : levels_) {
      if (peer_.blocks[b].type == "writer") {
        writers_[{peer_.blocks[b].tensor, level}] = b;
      }
    }
    for (const size_t b : live_blocks(peer_)) {
      translate_block(b);
    }
    return std::move(graph_);
  }

 private:
  /// A tensor's name is a key of graph files and the name of a result's file.
  void check_name(const std::string& name) const {
    const bool fits = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
    });
    if (!fits || name.front() == '.' || name.front() == '-') {
      throw bad_input(fmt::format("'{}' is no name for a tensor", name), {.file = peer_.name},
                      "expected letters, digits, _, - and .");
    }
  }

  void translate_block(size_t b) {
    const PeerBlock& block = peer_.blocks[b];
    const BlockSpec* spec = BlockSpecs::find(block.type);
    if (spec == nullptr) {
      throw bad_input(
          fmt::format("{} would be a {}, which there is not yet", block.label, block.type),
          block.where);
    }
    BlockNode node{.name = block.name, .spec = spec, .where = block.where};
    for (const ParameterSpec& parameter : spec->parameters) {
      if (!parameter.required) {
        node.parameters.set(parameter.name, parameter.fallback);
      }
    }
    for (const auto& [name, value] : block.parameters) {
      node.parameters.set(name, value);
    }
    if (!block.tensor.empty() && !levels_.contains(b)) {
      check_array(block);
    }
    if (!block.tensor.empty()) {
      node.parameters.set("tensor", block.tensor);
    }
    if (const auto level = levels_.find(b); level != levels_.end()) {
      node.parameters.set("level", level->second);
      connect_parent(block, level->second, node);
    }
    for (const PeerInput& input : block.inputs) {
      node.inputs.push_back({.input = input.port,
                             .block = peer_.blocks[input.from.block].name,
                             .port = input.from.port,
                             .where = input.where});
    }
    graph_.blocks.push_back(std::move(node));
  }

  /// Only a scalar's value needs no reference.
  void check_array(const PeerBlock& block) const {
    const size_t levels = graph_.tensors.at(block.tensor).format.levels();
    if (block.type == "array" && block.inputs.empty() && levels > 0) {
      throw bad_input(fmt::format("{} gets no references, but {} has {} level{}", block.label,
                                  block.tensor, levels, levels == 1 ? "" : "s"),
                      block.where, "the graph never walks the tensor");
    }
  }

  /// SAM's writers count for themselves; ours take the positions of the level above.
  void connect_parent(const PeerBlock& block, uint64_t level, BlockNode& node) const {
    const uint64_t levels = graph_.tensors.at(block.tensor).format.levels();
    const uint64_t above = level == kValuesLevel ? levels : level;
    if (block.type != "writer" || above == 0) {
      return;
    }
    const auto parent = writers_.find({block.tensor, above - 1});
    if (parent == writers_.end()) {
      throw bad_input(fmt::format("level {} of {} is not written", above - 1, block.tensor),
                      block.where);
    }
    node.inputs.push_back({.input = "ref",
                           .block = peer_.blocks[parent->second].name,
                           .port = "ref",
                           .where = block.where});
  }

  const PeerGraph& peer_;
  Graph graph_;
  std::map<size_t, uint64_t> levels_;
  std::map<std::pair<std::string, uint64_t>, size_t> writers_;
};

}  // namespace

Graph translate(PeerGraph peer) {
  check_inputs(peer);
  infer_loops(peer);
  unfold_accumulators(peer);
  infer_loops(peer);
  ride_droppers(peer);
  PeerLevels found = find_levels(peer);
  check_results(peer);
  return Translator(peer, std::move(found)).translate();
}

}  // namespace fiberloom
