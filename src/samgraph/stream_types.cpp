#include "samgraph/stream_types.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "samgraph/port_name.h"

namespace fiberloom {
namespace {

/// References to the root, which is above the first level of any tensor.
const Carrier kRoot{.store = "*", .level = -1};

/// What is needed to evaluate the depth rules of one block.
struct BlockDepth {
  int base = 0;   ///< d
  int count = 0;  ///< N
};

int relative(const DepthRule& rule, uint64_t index, int count) {
  return rule.offset + rule.per_index * static_cast<int>(index) + rule.per_count * count;
}

std::string describe(int depth) {
  return depth == kPoints ? std::string("points without stops")
                          : fmt::format("{} loop{} deep", depth, depth == 1 ? "" : "s");
}

/// N: how many ports the first family of inputs has.
int count_of(const WiredBlock& block) {
  return block.inputs.empty() ? 0
                              : static_cast<int>(std::ranges::count(
                                    block.inputs, block.inputs.front().family, &InputPort::family));
}

bool changes_depth(const BlockSpec& spec) {
  const auto moved = [](const PortSpec& port) {
    return port.depth.from == DepthRule::From::deeper || port.depth.offset != 0 ||
           port.depth.per_index != 0 || port.depth.per_count != 0;
  };
  return std::ranges::any_of(spec.inputs, moved) || std::ranges::any_of(spec.outputs, moved);
}

BlockDepth depth_of(const WiredBlock& block) {
  BlockDepth depth{.count = count_of(block)};
  const BlockSpec& spec = *block.node->spec;
  if (std::ranges::any_of(spec.inputs, [&](const PortSpec& port) {
        return port.optional && !is_family(port.name) && !port.present &&
               port.depth.from == DepthRule::From::block && block.input(port.name) == nullptr;
      })) {
    return depth;  // the root stream is at depth 0
  }
  for (const InputPort& input : block.inputs) {
    if (input.family->depth.from != DepthRule::From::block) {
      continue;
    }
    if (input.type.depth == kPoints) {
      if (changes_depth(spec)) {
        throw bad_input(
            fmt::format("{} needs a stream with stops, '{}' is points", spec.type, input.name),
            input.where);
      }
      depth.base = kPoints;
      return depth;
    }
    depth.base = input.type.depth - relative(input.family->depth, input.index, depth.count);
    if (depth.base < 0) {
      throw bad_input(
          fmt::format("'{}' is {}, expected {}", input.name, describe(input.type.depth),
                      describe(relative(input.family->depth, input.index, depth.count))),
          input.where);
    }
    return depth;
  }
  return depth;
}

void check_depth(const InputPort& input, const BlockDepth& depth) {
  const DepthRule& rule = input.family->depth;
  const int wanted = depth.base + relative(rule, input.index, depth.count);
  const bool fits = rule.from == DepthRule::From::any ||
                    (rule.from == DepthRule::From::deeper ? input.type.depth >= wanted
                                                          : input.type.depth == wanted);
  if (!fits) {
    throw bad_input(
        fmt::format("'{}' is {}, expected {}{}", input.name, describe(input.type.depth),
                    describe(wanted), rule.from == DepthRule::From::deeper ? " or deeper" : ""),
        input.where);
  }
}

void check_kind(const InputPort& input) {
  const PortSpec& family = *input.family;
  if (family.kind) {
    if (input.type.kind != *family.kind) {
      throw bad_input(fmt::format("'{}' takes a {} stream, not {}", input.name,
                                  name_of(*family.kind), name_of(input.type.kind)),
                      input.where);
    }
  } else if (!family.payload.empty() &&
             std::ranges::find(family.payload, input.type.kind) == family.payload.end()) {
    throw bad_input(
        fmt::format("'{}' cannot take a {} stream", input.name, name_of(input.type.kind)),
        input.where);
  }
}

Carrier carrier_of(Refers refers, const Graph& graph, const BlockNode& node) {
  if (refers == Refers::own) {
    return {.store = node.name, .level = -1};
  }
  const std::string& tensor = node.parameters.name("tensor");
  const auto levels = static_cast<int64_t>(graph.levels(tensor).value_or(0));
  int64_t level = levels - 1;
  if (refers != Refers::last_level && node.parameters.count("level") != kValuesLevel) {
    level = static_cast<int64_t>(node.parameters.count("level"));
    if (refers == Refers::parent) {
      --level;
    }
  }
  return {.store = tensor, .level = level};
}

std::string describe(const Carrier& carrier) {
  if (carrier.level < 0) {
    return carrier.store == kRoot.store ? "the root" : "the root of " + carrier.store;
  }
  return fmt::format("level {} of {}", carrier.level, carrier.store);
}

void check_carrier(const InputPort& input, const Graph& graph, const BlockNode& node) {
  if (input.family->refers == Refers::nothing || input.type.kind != StreamKind::ref ||
      input.type.carrier.store.empty()) {
    return;
  }
  const Carrier wanted = carrier_of(input.family->refers, graph, node);
  const bool fits =
      input.type.carrier == wanted ||
      (wanted.level < 0 && input.type.carrier == kRoot && graph.tensors.contains(wanted.store));
  if (!fits) {
    throw bad_input(fmt::format("'{}' takes references to {}, these are to {}", input.name,
                                describe(wanted), describe(input.type.carrier)),
                    input.where);
  }
}

/// A block reads a declared tensor or what a buffer keeps, and writes a declared one.
void check_tensor(const Graph& graph, const BlockNode& node) {
  if (graph.tensors.contains(node.name) && node.keeps_store()) {
    throw bad_input(fmt::format("'{}' has the name of a tensor, so nothing can read it", node.name),
                    node.where);
  }
  if (!node.parameters.has("tensor")) {
    return;
  }
  const std::string& tensor = node.parameters.name("tensor");
  if (node.spec->ends_run ? !graph.tensors.contains(tensor) : !graph.levels(tensor)) {
    throw bad_input(fmt::format("'{}' names '{}', which is no tensor of the graph{}", node.name,
                                tensor, node.spec->ends_run ? "" : " and no buffer"),
                    node.where);
  }
}

/// A level parameter must be within the tensor; without references it must be the first, of a
/// tensor: a buffer's trees have no root of their own.
void check_level(const Graph& graph, const WiredBlock& block) {
  const BlockNode& node = *block.node;
  if (!node.parameters.has("level") || !node.parameters.has("tensor")) {
    return;
  }
  const std::string& tensor = node.parameters.name("tensor");
  const uint64_t levels = *graph.levels(tensor);
  const uint64_t level = node.parameters.count("level");
  if (level != kValuesLevel && level >= levels) {
    throw bad_input(fmt::format("{} has {} levels, there is no level {}", tensor, levels, level),
                    node.where);
  }
  for (const PortSpec& port : node.spec->inputs) {
    if (port.refers == Refers::parent && block.input(port.name) == nullptr &&
        (carrier_of(Refers::parent, graph, node).level >= 0 || !graph.tensors.contains(tensor))) {
      throw bad_input(
          fmt::format("{} '{}' needs the input '{}' {}", node.spec->type, node.name, port.name,
                      graph.tensors.contains(tensor) ? "below level 0" : "in a buffer's trees"),
          node.where);
    }
  }
}

const InputPort* mirrored(const WiredBlock& block, const OutputPort& output) {
  for (const InputPort& input : block.inputs) {
    if (input.family->name == output.family->mirrors && input.side == output.side &&
        input.index == output.index) {
      return &input;
    }
  }
  return nullptr;
}

/// The nesting depth that a block's parameter gives: a number, or `points`.
int given_depth(const BlockNode& node) {
  const std::string& text = node.parameters.name("depth");
  if (text == "points") {
    return kPoints;
  }
  int depth = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), depth);
  if (fault != std::errc{} || end != text.data() + text.size() || depth < 0) {
    throw bad_input(fmt::format("depth must be a number from 0, or points, not '{}'", text),
                    node.where);
  }
  return depth;
}

StreamType type_of(const Graph& graph, const WiredBlock& block, const OutputPort& output,
                   const BlockDepth& depth) {
  const PortSpec& family = *output.family;
  const BlockNode& node = *block.node;
  const InputPort* source = mirrored(block, output);
  // A port that mirrors the root stream, which nothing feeds, has the root's references.
  StreamType type{.kind = StreamKind::ref, .depth = 0, .carrier = kRoot};
  if (source != nullptr) {
    type = source->type;
  } else if (family.mirrors.empty()) {
    type.carrier = {};
  }
  if (family.kind) {
    type.kind = *family.kind;
  } else if (node.parameters.has("kind")) {
    type.kind = stream_kind_named(node.parameters.name("kind")).value_or(StreamKind::ref);
  }
  if (family.refers != Refers::nothing) {
    type.carrier = carrier_of(family.refers, graph, node);
  }
  switch (family.depth.from) {
    case DepthRule::From::mirror:
      break;
    case DepthRule::From::any:
      type.depth = node.parameters.has("depth") ? given_depth(node) : kPoints;
      break;
    case DepthRule::From::block:
    case DepthRule::From::deeper:
      type.depth = depth.base == kPoints
                       ? kPoints
                       : depth.base + relative(family.depth, output.index, depth.count);
      break;
  }
  return type;
}

}  // namespace

void infer_types(Wiring& wiring, size_t b) {
  WiredBlock& block = wiring.blocks[b];
  const Graph& graph = *wiring.graph;
  check_tensor(graph, *block.node);
  check_level(graph, block);
  for (InputPort& input : block.inputs) {
    input.type = wiring.blocks[input.source->block].outputs[input.source->output].type;
    check_kind(input);
  }
  const BlockDepth depth = depth_of(block);
  for (const InputPort& input : block.inputs) {
    check_depth(input, depth);
    check_carrier(input, graph, *block.node);
  }
  for (OutputPort& output : block.outputs) {
    output.type = type_of(graph, block, output, depth);
  }
}

}  // namespace fiberloom
