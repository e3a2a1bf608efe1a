#include "samgraph/import/peer_graph.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "samgraph/import/accumulators.h"
#include "samgraph/port_name.h"

namespace fiberloom {
namespace {

using Outputs = std::map<std::string, Loops>;
using Rule = Outputs (*)(const PeerGraph&, size_t);

const Loops& at(const PeerGraph& graph, size_t b, const std::string& port) {
  const PeerBlock& block = graph.blocks[b];
  const PeerInput* input = block.input(port);
  if (input == nullptr) {
    throw bad_input(fmt::format("{} has no input '{}'", block.label, port), block.where);
  }
  return loops_of(graph, input->from);
}

Outputs of_nothing(const PeerGraph& /*graph*/, size_t /*b*/) { return {}; }

Outputs of_scanner(const PeerGraph& graph, size_t b) {
  Loops loops = graph.blocks[b].input("ref") == nullptr ? Loops{} : at(graph, b, "ref");
  loops.push_back({.variable = graph.blocks[b].index, .coordinates = {b, "crd"}});
  return {{"crd", loops}, {"ref", loops}};
}

Outputs of_joiner(const PeerGraph& graph, size_t b) {
  Loops loops = at(graph, b, "crd0");
  if (loops.empty()) {
    throw bad_input(fmt::format("{} joins no coordinates", graph.blocks[b].label),
                    graph.blocks[b].where);
  }
  loops.back().coordinates = {b, "crd"};
  Outputs outputs = {{"crd", loops}};
  for (const PeerInput& input : graph.blocks[b].inputs) {
    if (const auto numbers = match_port("in{s}_{k}", input.port)) {
      outputs[port_name("out{s}_{k}", *numbers)] = loops;
    }
  }
  return outputs;
}

Outputs of_array(const PeerGraph& graph, size_t b) {
  return {{"val", graph.blocks[b].input("ref") == nullptr ? Loops{} : at(graph, b, "ref")}};
}

Outputs of_alu(const PeerGraph& graph, size_t b) {
  const PeerBlock& block = graph.blocks[b];
  const Loops& first = at(graph, b, "in0");
  if (block.input("in1") != nullptr) {
    const Loops& second = at(graph, b, "in1");
    if (first.size() != second.size() || !encloses(first, second)) {
      throw bad_input(fmt::format("the operands of {} are not of the same loops and coordinates: "
                                  "one is of {}, one of {}",
                                  block.label, to_string(first), to_string(second)),
                      block.where);
    }
  }
  return {{"val", first}};
}

Outputs of_reducer(const PeerGraph& graph, size_t b) {
  Loops loops = at(graph, b, "val");
  if (loops.empty()) {
    const PeerBlock& block = graph.blocks[b];
    throw bad_input(
        fmt::format("{} sums over a loop, there is none around its values", block.label),
        block.where);
  }
  loops.pop_back();
  return {{"val", loops}};
}

/// The loop just outside of the coordinates is summed away.
Outputs of_accumulator(const PeerGraph& graph, size_t b) {
  Loops loops = at(graph, b, "val");
  const size_t kept = graph.blocks[b].inputs.size() - 1;
  const auto removed = loops.end() - static_cast<long>(kept) - 1;
  std::vector<PeerOutput> summed = removed->summed;
  summed.push_back(removed->coordinates);
  const size_t first = static_cast<size_t>(loops.erase(removed) - loops.begin());
  Outputs outputs;
  for (size_t k = 0; k < kept; ++k) {
    PeerLoop& loop = loops[first + k];
    const std::string port = fmt::format("crd{}", k);
    loop.summed.insert(loop.summed.end(), summed.begin(), summed.end());
    loop.coordinates = {b, port};
    outputs[port] = Loops(loops.begin(), loops.begin() + static_cast<long>(first + k + 1));
  }
  outputs["val"] = loops;
  return outputs;
}

Outputs of_holder(const PeerGraph& graph, size_t b) {
  const Loops& inner = at(graph, b, "inner");
  at(graph, b, "outer");
  return {{"outer", inner}, {"inner", inner}};
}

/// All that passes has fewer coordinates of the outer loop.
Outputs of_dropper(const PeerGraph& graph, size_t b) {
  const size_t depth = at(graph, b, "outer").size();
  at(graph, b, "in0");
  Outputs outputs;
  for (const PeerInput& input : graph.blocks[b].inputs) {
    Loops loops = loops_of(graph, input.from);
    if (depth > 0 && loops.size() >= depth) {
      loops[depth - 1].coordinates = {b, "outer"};
    }
    outputs[input.port == "outer" ? "outer" : "out" + input.port.substr(2)] = loops;
  }
  return outputs;
}

Outputs of_value_dropper(const PeerGraph& graph, size_t b) {
  Loops loops = at(graph, b, "crd");
  const Loops& values = at(graph, b, "val");
  if (loops.empty() || loops.size() != values.size() || !encloses(loops, values)) {
    throw bad_input(
        fmt::format("{} has values of other loops than its coordinates", graph.blocks[b].label),
        graph.blocks[b].where);
  }
  loops.back().coordinates = {b, "crd"};
  return {{"crd", loops}, {"val", loops}};
}

Outputs of_repeater(const PeerGraph& graph, size_t b) { return {{"out", at(graph, b, "repsig")}}; }

Outputs of_signal(const PeerGraph& graph, size_t b) { return {{"repsig", at(graph, b, "crd")}}; }

const std::map<std::string, Rule>& rules() {
  static const std::map<std::string, Rule> kAll = {
      {"scanner", of_scanner},
      {"repeat_signal", of_signal},
      {"repeater", of_repeater},
      {"intersect", of_joiner},
      {"union", of_joiner},
      {"array", of_array},
      {"alu", of_alu},
      {"reducer", of_reducer},
      {"accumulator", of_accumulator},
      {"holder", of_holder},
      {"dropper", of_dropper},
      {"value_dropper", of_value_dropper},
      {"writer", of_nothing},
      {kNoBlock, of_nothing},
      {kPointAccumulator, accumulator_outputs},
  };
  return kAll;
}

}  // namespace

const PeerInput* PeerBlock::input(const std::string& port) const {
  const auto found = std::ranges::find(inputs, port, &PeerInput::port);
  return found == inputs.end() ? nullptr : &*found;
}

std::string PeerNames::give(std::string wanted, const std::string& id) {
  const auto clean = [](std::string name) {
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
  };
  std::string name = clean(std::move(wanted));
  if (!taken_.insert(name).second) {
    name += clean('_' + id);
    while (!taken_.insert(name).second) {
      name += '_';
    }
  }
  return name;
}

std::vector<size_t> topological_order(const PeerGraph& graph) {
  std::vector<size_t> open(graph.blocks.size());
  std::vector<std::vector<size_t>> consumers(graph.blocks.size());
  for (size_t b = 0; b < graph.blocks.size(); ++b) {
    open[b] = graph.blocks[b].inputs.size();
    for (const PeerInput& input : graph.blocks[b].inputs) {
      consumers[input.from.block].push_back(b);
    }
  }
  std::vector<size_t> order;
  for (size_t b = 0; b < open.size(); ++b) {
    if (open[b] == 0) {
      order.push_back(b);
    }
  }
  for (size_t next = 0; next < order.size(); ++next) {
    for (const size_t consumer : consumers[order[next]]) {
      if (--open[consumer] == 0) {
        order.push_back(consumer);
      }
    }
  }
  if (order.size() < open.size()) {
    const auto stuck = std::ranges::find_if(open, [](size_t n) { return n > 0; });
    const PeerBlock& block = graph.blocks[static_cast<size_t>(stuck - open.begin())];
    throw bad_input(fmt::format("the graph has a cycle, {} is in it or behind it", block.label),
                    block.where);
  }
  return order;
}

void infer_loops(PeerGraph& graph) {
  for (const size_t b : topological_order(graph)) {
    graph.blocks[b].outputs = rules().at(graph.blocks[b].type)(graph, b);
  }
}

const Loops& loops_of(const PeerGraph& graph, const PeerOutput& output) {
  const PeerBlock& producer = graph.blocks[output.block];
  const auto found = producer.outputs.find(output.port);
  if (found == producer.outputs.end()) {
    throw bad_input(fmt::format("{} gives no stream '{}'", producer.label, output.port),
                    producer.where);
  }
  return found->second;
}

std::string to_string(const Loops& loops) {
  std::vector<std::string> variables;
  for (const PeerLoop& loop : loops) {
    variables.push_back(loop.variable);
  }
  return loops.empty() ? "no loop" : fmt::format("{}", fmt::join(variables, ", "));
}

bool surrounds(const Loops& outer, const Loops& inner) {
  return outer.size() <= inner.size() &&
         std::equal(outer.begin(), outer.end(), inner.begin(),
                    [](const PeerLoop& a, const PeerLoop& b) { return a.variable == b.variable; });
}

bool encloses(const Loops& outer, const Loops& inner) {
  return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin(),
                                                    [](const PeerLoop& a, const PeerLoop& b) {
                                                      return a.coordinates == b.coordinates;
                                                    });
}

Loops::const_iterator find_loop(const Loops& loops, const std::string& variable) {
  return std::ranges::find(loops, variable, &PeerLoop::variable);
}

}  // namespace fiberloom
