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
using Rule = Outputs (*)(const PeerGraph&, const PeerBlock&);

const Loops& at(const PeerGraph& graph, const PeerBlock& block, const std::string& port) {
  const PeerInput* input = block.input(port);
  if (input == nullptr) {
    throw bad_input(fmt::format("{} has no input '{}'", block.label, port), block.where);
  }
  return loops_of(graph, input->from);
}

Outputs of_nothing(const PeerGraph& /*graph*/, const PeerBlock& /*block*/) { return {}; }

Outputs of_scanner(const PeerGraph& graph, const PeerBlock& block) {
  Loops loops = block.input("ref") == nullptr ? Loops{} : at(graph, block, "ref");
  loops.push_back(block.index);
  return {{"crd", loops}, {"ref", loops}};
}

Outputs of_joiner(const PeerGraph& graph, const PeerBlock& block) {
  const Loops& loops = at(graph, block, "crd0");
  Outputs outputs = {{"crd", loops}};
  for (const PeerInput& input : block.inputs) {
    if (const auto numbers = match_port("in{s}_{k}", input.port)) {
      outputs[port_name("out{s}_{k}", *numbers)] = loops;
    }
  }
  return outputs;
}

Outputs of_array(const PeerGraph& graph, const PeerBlock& block) {
  return {{"val", block.input("ref") == nullptr ? Loops{} : at(graph, block, "ref")}};
}

Outputs of_reducer(const PeerGraph& graph, const PeerBlock& block) {
  Loops loops = at(graph, block, "val");
  if (loops.empty()) {
    throw bad_input(
        fmt::format("{} sums over a loop, there is none around its values", block.label),
        block.where);
  }
  loops.pop_back();
  return {{"val", loops}};
}

Outputs of_holder(const PeerGraph& graph, const PeerBlock& block) {
  const Loops& inner = at(graph, block, "inner");
  at(graph, block, "outer");
  return {{"outer", inner}, {"inner", inner}};
}

/// The rules of the types whose streams keep the loops of one input.
template <const char* Output, const char* Input>
Outputs as_input(const PeerGraph& graph, const PeerBlock& block) {
  return {{Output, at(graph, block, Input)}};
}
constexpr char kVal[] = "val";
constexpr char kOut[] = "out";
constexpr char kRepsig[] = "repsig";
constexpr char kCrd[] = "crd";
constexpr char kIn0[] = "in0";

const std::map<std::string, Rule>& rules() {
  static const std::map<std::string, Rule> kAll = {
      {"scanner", of_scanner},
      {"repeat_signal", as_input<kRepsig, kCrd>},
      {"repeater", as_input<kOut, kRepsig>},
      {"intersect", of_joiner},
      {"union", of_joiner},
      {"array", of_array},
      {"alu", as_input<kVal, kIn0>},
      {"reducer", of_reducer},
      {"holder", of_holder},
      {"dropper",
       [](const PeerGraph& graph, const PeerBlock& block) {
         return Outputs{{"outer", at(graph, block, "outer")}, {"out0", at(graph, block, "in0")}};
       }},
      {"value_dropper",
       [](const PeerGraph& graph, const PeerBlock& block) {
         return Outputs{{"crd", at(graph, block, "crd")}, {"val", at(graph, block, "val")}};
       }},
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
    PeerBlock& block = graph.blocks[b];
    block.outputs = rules().at(block.type)(graph, block);
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
  return loops.empty() ? "no loop" : fmt::format("{}", fmt::join(loops, ", "));
}

bool surrounds(const Loops& outer, const Loops& inner) {
  return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

}  // namespace fiberloom
