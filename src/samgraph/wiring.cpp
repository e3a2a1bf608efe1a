#include "samgraph/wiring.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.h"
#include "samgraph/port_name.h"
#include "samgraph/stream_types.h"

namespace fiberloom {
namespace {

bool is_present(const PortSpec& port, const Parameters& parameters) {
  return !port.present || port.present(parameters);
}

std::vector<std::string> names_of(const std::vector<PortSpec>& ports,
                                  const Parameters& parameters) {
  std::vector<std::string> names;
  for (const PortSpec& port : ports) {
    if (is_present(port, parameters)) {
      names.push_back(port.name);
    }
  }
  return names;
}

InputPort resolve_input(const BlockNode& node, const Connection& connection) {
  for (const PortSpec& family : node.spec->inputs) {
    const auto numbers = match_port(family.name, connection.input);
    if (numbers && is_present(family, node.parameters)) {
      return {.name = connection.input,
              .family = &family,
              .side = numbers->side,
              .index = numbers->index,
              .depth = connection.depth,
              .where = connection.where};
    }
  }
  throw bad_input(
      fmt::format("{} has no input '{}'", node.spec->type, connection.input), connection.where,
      fmt::format("inputs: {}", fmt::join(names_of(node.spec->inputs, node.parameters), ", ")));
}

/// Every port of the spec is there as often as it must, with numbers that leave no gap.
void check_complete(const BlockNode& node, const std::vector<InputPort>& inputs) {
  for (const PortSpec& family : node.spec->inputs) {
    if (!is_present(family, node.parameters)) {
      continue;
    }
    uint64_t count = 0;
    std::map<uint64_t, uint64_t> next_of_side;
    const bool sided = family.name.find("{s}") != std::string::npos;
    for (const InputPort& input : inputs) {
      if (input.family != &family) {
        continue;
      }
      ++count;
      const bool both = sided && family.name.find("{k}") != std::string::npos;
      uint64_t& next =
          next_of_side.try_emplace(both ? input.side : 0, both ? 0 : family.first).first->second;
      if ((sided && !both ? input.side : input.index) != next) {
        const PortNumbers wanted{.side = sided && !both ? next : input.side, .index = next};
        throw bad_input(fmt::format("{} has '{}' but no '{}'", node.name, input.name,
                                    port_name(family.name, wanted)),
                        input.where);
      }
      ++next;
    }
    if (count < family.least && !family.optional) {
      throw bad_input(
          fmt::format("{} '{}' needs the input '{}'", node.spec->type, node.name,
                      port_name(family.name, {.side = count, .index = family.first + count})),
          node.where, family.summary);
    }
  }
}

/// A payload rides on a side: no side, no payload.
void check_sides(const BlockNode& node, const std::vector<InputPort>& inputs) {
  std::set<uint64_t> sides;
  for (const InputPort& input : inputs) {
    if (input.family->name.find("{k}") == std::string::npos) {
      sides.insert(input.side);
    }
  }
  for (const InputPort& input : inputs) {
    const std::string& name = input.family->name;
    if (name.find("{s}") != std::string::npos && !sides.contains(input.side)) {
      throw bad_input(fmt::format("{} has '{}' but no coordinates for side {}", node.name,
                                  input.name, input.side),
                      input.where);
    }
  }
}

std::vector<InputPort> resolve_inputs(const BlockNode& node) {
  std::vector<InputPort> inputs;
  std::set<std::string> seen;
  for (const Connection& connection : node.inputs) {
    if (!seen.insert(connection.input).second) {
      throw bad_input(
          fmt::format("input '{}' of {} is connected twice", connection.input, node.name),
          connection.where);
    }
    inputs.push_back(resolve_input(node, connection));
  }
  // The order of the spec, then of the numbers: what blocks and docs count on.
  std::ranges::stable_sort(inputs, [](const InputPort& a, const InputPort& b) {
    return std::tuple(a.family, a.side, a.index) < std::tuple(b.family, b.side, b.index);
  });
  check_complete(node, inputs);
  check_sides(node, inputs);
  return inputs;
}

std::vector<OutputPort> make_outputs(const BlockNode& node, const std::vector<InputPort>& inputs) {
  std::vector<OutputPort> outputs;
  for (const PortSpec& family : node.spec->outputs) {
    if (!is_present(family, node.parameters)) {
      continue;
    }
    if (family.mirrors.empty() || !is_family(family.name)) {
      outputs.push_back({.name = family.name, .family = &family});
      continue;
    }
    for (const InputPort& input : inputs) {
      if (input.family->name == family.mirrors) {
        outputs.push_back(
            {.name = port_name(family.name, {.side = input.side, .index = input.index}),
             .family = &family,
             .side = input.side,
             .index = input.index});
      }
    }
  }
  return outputs;
}

void connect(Wiring& wiring) {
  std::map<std::string, size_t> index;
  for (size_t b = 0; b < wiring.blocks.size(); ++b) {
    index.emplace(wiring.blocks[b].node->name, b);
  }
  const auto names = [&] {
    std::vector<std::string> list;
    for (const auto& [name, b] : index) {
      list.push_back(name);
    }
    return list;
  };
  for (WiredBlock& block : wiring.blocks) {
    for (const Connection& connection : block.node->inputs) {
      const auto producer = index.find(connection.block);
      if (producer == index.end()) {
        throw bad_input(fmt::format("there is no block '{}'", connection.block), connection.where,
                        nearest(connection.block, names())
                            ? suggestion(connection.block, names(), "blocks")
                            : "expected BLOCK.PORT of a block of this file");
      }
      const auto& outputs = wiring.blocks[producer->second].outputs;
      const auto output = std::ranges::find(outputs, connection.port, &OutputPort::name);
      if (output == outputs.end()) {
        std::vector<std::string> ports;
        for (const OutputPort& port : outputs) {
          ports.push_back(port.name);
        }
        throw bad_input(fmt::format("{} '{}' has no output '{}'",
                                    wiring.blocks[producer->second].node->spec->type,
                                    connection.block, connection.port),
                        connection.where, suggestion(connection.port, ports, "outputs"));
      }
      std::ranges::find(block.inputs, connection.input, &InputPort::name)->source = {
          producer->second, static_cast<size_t>(output - outputs.begin())};
    }
  }
}

void sort_topologically(Wiring& wiring) {
  std::vector<size_t> open(wiring.blocks.size());
  std::vector<std::vector<size_t>> consumers(wiring.blocks.size());
  for (size_t b = 0; b < wiring.blocks.size(); ++b) {
    for (const InputPort& input : wiring.blocks[b].inputs) {
      ++open[b];
      consumers[input.source->block].push_back(b);
    }
  }
  for (size_t b = 0; b < wiring.blocks.size(); ++b) {
    if (open[b] == 0) {
      wiring.topological.push_back(b);
    }
  }
  for (size_t next = 0; next < wiring.topological.size(); ++next) {
    for (const size_t consumer : consumers[wiring.topological[next]]) {
      if (--open[consumer] == 0) {
        wiring.topological.push_back(consumer);
      }
    }
  }
  if (wiring.topological.size() == wiring.blocks.size()) {
    return;
  }
  // Walk backwards along unfinished producers until a block comes again: that is a cycle.
  size_t at = static_cast<size_t>(std::ranges::find_if(open, [](size_t n) { return n > 0; }) -
                                  open.begin());
  std::vector<size_t> path;
  while (std::ranges::find(path, at) == path.end()) {
    path.push_back(at);
    for (const InputPort& input : wiring.blocks[at].inputs) {
      if (open[input.source->block] > 0) {
        at = input.source->block;
        break;
      }
    }
  }
  std::string names = wiring.blocks[at].node->name;
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    names += " -> " + wiring.blocks[*it].node->name;
    if (*it == at) {
      break;
    }
  }
  throw bad_input("the graph has a cycle: " + names, wiring.blocks[at].node->where);
}

/// Every level and the values of each tensor that is written, exactly once.
void check_results(const Wiring& wiring) {
  std::map<std::string, std::map<uint64_t, const BlockNode*>> writers;
  bool ends = false;
  for (const WiredBlock& block : wiring.blocks) {
    const BlockNode& node = *block.node;
    ends |= node.spec->ends_run;
    if (!node.spec->ends_run || !node.parameters.has("tensor")) {
      continue;
    }
    const uint64_t level = node.parameters.count("level");
    const auto [other, fresh] = writers[node.parameters.name("tensor")].emplace(level, &node);
    if (!fresh) {
      throw bad_input(
          fmt::format("'{}' writes the same level as '{}'", node.name, other->second->name),
          node.where);
    }
  }
  if (!ends) {
    throw bad_input("nothing ends the run: the graph has no writer and no sink",
                    {.file = wiring.graph->name});
  }
  for (const auto& [tensor, levels] : writers) {
    const size_t count = wiring.graph->tensors.at(tensor).format.levels();
    for (uint64_t level = 0; level < count; ++level) {
      if (!levels.contains(level)) {
        throw bad_input(fmt::format("level {} of {} is not written", level, tensor),
                        levels.begin()->second->where);
      }
    }
    if (!levels.contains(kValuesLevel)) {
      throw bad_input(fmt::format("the values of {} are not written", tensor),
                      levels.begin()->second->where);
    }
  }
}

}  // namespace

const InputPort* WiredBlock::input(const std::string& name) const {
  const auto found = std::ranges::find(inputs, name, &InputPort::name);
  return found == inputs.end() ? nullptr : &*found;
}

const OutputPort* WiredBlock::output(const std::string& name) const {
  const auto found = std::ranges::find(outputs, name, &OutputPort::name);
  return found == outputs.end() ? nullptr : &*found;
}

Wiring check(const Graph& graph) {
  Wiring wiring{.graph = &graph, .blocks = {}, .topological = {}};
  for (const BlockNode& node : graph.blocks) {
    WiredBlock block{.node = &node};
    block.inputs = resolve_inputs(node);
    block.outputs = make_outputs(node, block.inputs);
    wiring.blocks.push_back(std::move(block));
  }
  connect(wiring);
  sort_topologically(wiring);
  for (const size_t b : wiring.topological) {
    infer_types(wiring, b);
  }
  check_results(wiring);
  return wiring;
}

}  // namespace fiberloom
