#include "samgraph/import/accumulators.h"

#include <algorithm>

#include <fmt/format.h>

namespace fiberloom {
namespace {

using Variables = std::vector<std::string>;

bool contains(const Variables& variables, const std::string& variable) {
  return std::ranges::find(variables, variable) != variables.end();
}

/// The coordinates of `variable` as they were before holders repeated them.
PeerOutput before_holders(const PeerGraph& graph, PeerOutput stream) {
  while (graph.blocks[stream.block].type == "holder") {
    stream = graph.blocks[stream.block].input(stream.port)->from;
  }
  return stream;
}

const PeerInput& require(const PeerBlock& block, const std::string& port, const std::string& what) {
  const PeerInput* input = block.input(port);
  if (input == nullptr) {
    throw bad_input(fmt::format("{} has no {}", block.label, what), block.where);
  }
  return *input;
}

/// The variables that are summed away, innermost first.
Variables summed(const PeerBlock& block, const Loops& around) {
  Variables all;
  Variables named;
  Loops innermost_first = around;
  std::reverse(innermost_first.begin(), innermost_first.end());
  for (const PeerLoop& loop : innermost_first) {
    const std::string& variable = loop.variable;
    if (!contains(block.kept, variable)) {
      all.push_back(variable);
      if (block.input(variable) != nullptr) {
        named.push_back(variable);
      }
    }
  }
  return named.empty() ? all : named;
}

/// Values and coordinates must be of the same loops, or values meet the wrong coordinates.
void check_nest(const PeerGraph& graph, const PeerBlock& block) {
  const Loops& around = loops_of(graph, require(block, "val", "values").from);
  for (const PeerInput& input : block.inputs) {
    if (input.port == "val") {
      continue;
    }
    const PeerOutput stream = before_holders(graph, input.from);
    const Loops& loops = loops_of(graph, stream);
    if (loops.empty() || loops.back().variable != input.port) {
      throw bad_input(fmt::format("{} takes these for coordinates of {}, they are of {}",
                                  block.label, input.port, to_string(loops)),
                      input.where);
    }
    const bool kept = contains(block.kept, input.port);
    if (!(kept ? encloses(loops, around) : surrounds(loops, around))) {
      throw bad_input(
          fmt::format("{} gets values of the loops {}, but coordinates of {}", block.label,
                      to_string(around), to_string(loops)),
          block.input("val")->where,
          "each value needs its coordinates; what sums in front of the accumulator loses them");
    }
  }
}

/// Nothing that stays may lie inside of a loop that is summed away but what is kept.
void check_order(const PeerBlock& block, const Loops& around, const Variables& reduced) {
  for (auto loop = find_loop(around, reduced.back()); loop != around.end(); ++loop) {
    if (!contains(reduced, loop->variable) && !contains(block.kept, loop->variable)) {
      throw bad_input(fmt::format("{} sums over {}, but is not told of {} inside of it",
                                  block.label, reduced.back(), loop->variable),
                      block.where);
    }
  }
}

class Unfolder {
 public:
  Unfolder(PeerGraph& graph, size_t b) : graph_(graph), b_(b) {
    const PeerBlock& block = graph.blocks[b];
    values_ = require(block, "val", "values").from;
    loops_ = loops_of(graph, values_);
    for (const std::string& variable : block.kept) {
      streams_[variable] = before_holders(graph, block.input(variable)->from);
    }
  }

  void unfold() {
    const PeerBlock& block = graph_.blocks[b_];
    for (const std::string& variable : summed(block, loops_)) {
      sum_over(variable);
    }
    for (PeerBlock& consumer : graph_.blocks) {
      for (PeerInput& input : consumer.inputs) {
        if (input.from.block == b_) {
          input.from = input.from.port == "val" ? values_ : streams_.at(input.from.port);
        }
      }
    }
    graph_.blocks[b_].inputs.clear();
    graph_.blocks[b_].type = kNoBlock;
  }

 private:
  void sum_over(const std::string& variable) {
    const auto place = find_loop(loops_, variable);
    const Loops inner(place + 1, loops_.cend());
    loops_.erase(place);
    const PeerBlock& old = graph_.blocks[b_];
    PeerBlock made{.name = old.name + "_over_" + variable,
                   .label = old.label,
                   .type = inner.empty() ? "reducer" : "accumulator",
                   .where = old.where};
    for (size_t k = 0; k < inner.size(); ++k) {
      made.inputs.push_back({fmt::format("crd{}", k), streams_.at(inner[k].variable), old.where});
    }
    made.inputs.push_back({"val", values_, old.where});
    const size_t at = graph_.blocks.size();
    graph_.blocks.push_back(std::move(made));
    for (size_t k = 0; k < inner.size(); ++k) {
      streams_[inner[k].variable] = {at, fmt::format("crd{}", k)};
    }
    values_ = {at, "val"};
  }

  PeerGraph& graph_;
  size_t b_;
  std::map<std::string, PeerOutput> streams_;  ///< of the variables that are kept
  PeerOutput values_;
  Loops loops_;
};

}  // namespace

std::map<std::string, Loops> accumulator_outputs(const PeerGraph& graph, size_t b) {
  const PeerBlock& block = graph.blocks[b];
  check_nest(graph, block);
  const Loops& around = loops_of(graph, block.input("val")->from);
  for (const std::string& variable : block.kept) {
    require(block, variable, "coordinates of " + variable);
  }
  const Variables reduced = summed(block, around);
  if (reduced.empty() || block.kept.empty()) {
    throw bad_input(fmt::format("{} {}", block.label,
                                reduced.empty() ? "sums over no loop" : "gives no coordinates"),
                    block.where);
  }
  check_order(block, around, reduced);
  std::map<std::string, Loops> outputs;
  Loops left;
  for (const PeerLoop& loop : around) {
    if (!contains(reduced, loop.variable)) {
      left.push_back({.variable = loop.variable, .coordinates = {b, loop.variable}});
      outputs[loop.variable] = left;
    }
  }
  outputs["val"] = left;
  return outputs;
}

void unfold_accumulators(PeerGraph& graph) {
  const size_t count = graph.blocks.size();
  for (const size_t b : topological_order(graph)) {
    if (b < count && graph.blocks[b].type == kPointAccumulator) {
      Unfolder(graph, b).unfold();
    }
  }
}

}  // namespace fiberloom
