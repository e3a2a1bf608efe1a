#include "samgraph/dot.h"

#include <fmt/format.h>

#include "samgraph/parameter_yaml.h"

namespace fiberloom {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + '"';
}

constexpr std::string_view style_of(StreamKind kind) {
  switch (kind) {
    case StreamKind::crd:
      return "dashed";
    case StreamKind::ref:
      return "bold";
    case StreamKind::repsig:
      return "dotted";
    case StreamKind::val:
    case StreamKind::bv:
      break;
  }
  return "solid";
}

std::string node(const WiredBlock& block) {
  const BlockNode& made = *block.node;
  std::string detail;
  for (const ParameterSpec& parameter : made.spec->parameters) {
    const ParameterValue& value = made.parameters.all().at(parameter.name);
    if (parameter.required || value != parameter.fallback) {
      detail += fmt::format("\n{} {}", parameter.name, to_yaml(value));
    }
  }
  const bool ends = made.spec->ends_run;
  return fmt::format("  {} [label={}, shape={}{}]\n", quoted(made.name),
                     quoted(made.name + "\n" + made.spec->type + detail), ends ? "box" : "ellipse",
                     ends ? ", style=filled, fillcolor=lightgrey" : "");
}

}  // namespace

std::string to_dot(const Wiring& wiring) {
  std::string out = "digraph SAM {\n";
  if (!wiring.graph->expression.empty()) {
    out += fmt::format("  label={}\n", quoted(wiring.graph->expression));
  }
  out +=
      "  node [fontname=\"Helvetica\", fontsize=11]\n  edge [fontname=\"Helvetica\", fontsize=9]\n";
  for (const WiredBlock& block : wiring.blocks) {
    out += node(block);
  }
  for (const WiredBlock& block : wiring.blocks) {
    for (const InputPort& input : block.inputs) {
      const WiredBlock& producer = wiring.blocks[input.source->block];
      out += fmt::format("  {} -> {} [style={}, label={}]\n", quoted(producer.node->name),
                         quoted(block.node->name), style_of(input.type.kind),
                         quoted(producer.outputs[input.source->output].name + " > " + input.name));
    }
  }
  return out + "}\n";
}

}  // namespace fiberloom
