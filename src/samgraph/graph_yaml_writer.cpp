#include <fmt/format.h>
#include <fmt/ranges.h>

#include "samgraph/graph_yaml.h"
#include "samgraph/parameter_yaml.h"

namespace fiberloom {
namespace {

/// A text as a YAML scalar: quoted where plain it would be read as something else.
std::string scalar(const std::string& text) {
  const bool plain =
      !text.empty() && text.find_first_of(":#{}[],&*!|>'\"%@`\n") == std::string::npos &&
      text.front() != ' ' && text.back() != ' ' && text.front() != '-' && text.front() != '?';
  if (plain) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted + '"';
}

std::string connection(const Connection& c) {
  const std::string from = scalar(c.block + '.' + c.port);
  if (!c.depth) {
    return fmt::format("{}: {}", c.input, from);
  }
  return fmt::format("{}: {{from: {}, depth: {}}}", c.input, from,
                     *c.depth == 0 ? "unbounded" : std::to_string(*c.depth));
}

std::string block_line(const BlockNode& block) {
  std::vector<std::string> parts = {"type: " + block.spec->type};
  for (const ParameterSpec& spec : block.spec->parameters) {
    const ParameterValue& value = block.parameters.all().at(spec.name);
    if (!spec.required && value == spec.fallback) {
      continue;
    }
    const auto* text = std::get_if<std::string>(&value);
    parts.push_back(spec.name + ": " + (text != nullptr ? scalar(*text) : to_yaml(value)));
  }
  if (!block.inputs.empty()) {
    std::vector<std::string> in;
    for (const Connection& c : block.inputs) {
      in.push_back(connection(c));
    }
    parts.push_back(fmt::format("in: {{{}}}", fmt::join(in, ", ")));
  }
  if (!block.timing.all().empty()) {
    std::vector<std::string> keys;
    for (const auto& [name, value] : block.timing.all()) {
      keys.push_back(fmt::format("{}: {}", name, to_yaml(value)));
    }
    parts.push_back(fmt::format("timing: {{{}}}", fmt::join(keys, ", ")));
  }
  return fmt::format("  {}: {{{}}}\n", scalar(block.name), fmt::join(parts, ", "));
}

}  // namespace

std::string write_graph(const Graph& graph) {
  std::string out = "version: 1\n";
  if (!graph.expression.empty()) {
    out += "expression: " + scalar(graph.expression) + "\n";
  }
  if (!graph.tensors.empty()) {
    out += "tensors:\n";
    for (const auto& [name, tensor] : graph.tensors) {
      const TensorFormat& format = tensor.format;
      out += fmt::format("  {}: {{format: {}", name,
                         format.letters.empty() ? "scalar" : format.letters);
      if (format != uniform_format('d', 0) && !format.letters.empty()) {
        out += fmt::format(", order: [{}]", fmt::join(format.order, ", "));
      }
      if (!tensor.of.empty()) {
        out += ", of: " + scalar(tensor.of);
      }
      if (!tensor.indices.empty()) {
        out += fmt::format(", indices: [{}]", fmt::join(tensor.indices, ", "));
      }
      out += "}\n";
    }
  }
  if (!graph.sizes.empty()) {
    std::vector<std::string> sizes;
    for (const auto& [name, size] : graph.sizes) {
      sizes.push_back(fmt::format("{}: {}", name, size));
    }
    out += fmt::format("sizes: {{{}}}\n", fmt::join(sizes, ", "));
  }
  if (!graph.splits.empty()) {
    out += "splits:\n";
    for (const IndexSplit& split : graph.splits) {
      out += fmt::format("  {}: {{outer: {}, inner: {}, {}: {}}}\n", split.variable, split.outer,
                         split.inner, split.by_parts ? "parts" : "factor", split.number);
    }
  }
  out += "blocks:\n";
  for (const BlockNode& block : graph.blocks) {
    out += block_line(block);
  }
  return out;
}

}  // namespace fiberloom
