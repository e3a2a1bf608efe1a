#include "samgraph/graph_yaml.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/spelling.h"
#include "samgraph/parameter_yaml.h"

namespace fiberloom {
namespace {

constexpr uint64_t kMostBlocks = 1'000'000;
constexpr int kDeepestNesting = 32;

/// Splits "lane[0].mul.val" into the block and the port.
std::pair<std::string, std::string> split_port(const std::string& text, const YamlNode& where) {
  const size_t dot = text.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == text.size()) {
    throw where.error(fmt::format("'{}' names no port", text), "expected BLOCK.PORT");
  }
  return {text.substr(0, dot), text.substr(dot + 1)};
}

struct Subgraph {
  std::map<std::string, std::vector<std::string>> inputs;
  std::map<std::string, std::string> outputs;
  YamlNode blocks;
};

/// An input of a sub-graph's instance: the ports inside that it feeds.
struct InstanceInput {
  YamlNode where;
  std::vector<std::string> targets{};
  bool connected = false;
};

/// A parameter of a block that names a tensor, where it is written.
struct TensorName {
  size_t block;
  std::string parameter;
  std::string prefix;  ///< of the names beside the block
  YamlNode node;
};

class Reader {
 public:
  explicit Reader(const std::map<std::string, std::string>& overrides) : overrides_(overrides) {}

  Graph read(const YamlNode& file) {
    YamlMap top = file.as_map("a graph file");
    read_version(top);
    if (const auto text = top.find("expression")) {
      graph_.expression = text->as_string("expression");
      graph_.expression_where = text->where();
    }
    read_parameters(top);
    read_tensors(top);
    read_sizes(top);
    read_splits(top);
    if (const auto all = top.find("subgraphs")) {
      YamlMap map = all->as_map("subgraphs");
      for (const auto& entry : map.entries()) {
        read_subgraph(entry.key, entry.value);
      }
    }
    const YamlNode blocks = top.require("blocks");
    top.finish();
    read_blocks(blocks, {.names = parameters_});
    check_instances();
    resolve_aliases();
    resolve_tensors();
    return std::move(graph_);
  }

 private:
  /// What is known where a block is read: substitutions, the instance's prefix and its inputs.
  struct Scope {
    Substitutions names;
    std::string prefix{};
    int nesting = 0;
  };

  static void read_version(YamlMap& top) {
    const YamlNode version = top.require("version");
    if (version.as_unsigned("version") != 1) {
      throw version.error("this program reads graph files of version 1");
    }
  }

  void read_parameters(YamlMap& top) {
    std::set<std::string> left;
    for (const auto& [name, value] : overrides_) {
      left.insert(name);
    }
    std::vector<std::string> names;
    if (const auto node = top.find("parameters")) {
      YamlMap map = node->as_map("parameters");
      for (const auto& entry : map.entries()) {
        const auto given = overrides_.find(entry.key);
        parameters_[entry.key] =
            given == overrides_.end() ? entry.value.as_string("a parameter") : given->second;
        left.erase(entry.key);
        names.push_back(entry.key);
      }
    }
    if (!left.empty()) {
      throw bad_input(fmt::format("the graph has no parameter '{}'", *left.begin()),
                      top.node().where(), suggestion(*left.begin(), names, "parameters"));
    }
  }

  static TensorFormat parse_format(const std::string& text, const YamlNode& node) {
    try {
      return parse_tensor_format(text);
    } catch (const Error& error) {
      throw node.error(error.message(), error.hint());
    }
  }

  void read_tensors(YamlMap& top) {
    const auto node = top.find("tensors");
    if (!node) {
      return;
    }
    YamlMap map = node->as_map("tensors");
    for (const auto& entry : map.entries()) {
      YamlMap tensor = entry.value.as_map("a tensor");
      const YamlNode format = tensor.require("format");
      std::string text = expand(format, "format", parameters_);
      if (text == "scalar" || text == "none") {
        text.clear();
      }
      if (const auto order = tensor.find("order")) {
        text += ':';
        for (const YamlNode& mode : order->as_sequence("order")) {
          text += fmt::format("{}{}", text.back() == ':' ? "" : ",", mode.as_unsigned("a mode"));
        }
      }
      const auto of = tensor.find("of");
      std::vector<std::string> indices;
      if (const auto names = tensor.find("indices")) {
        for (const YamlNode& name : names->as_sequence("indices")) {
          indices.push_back(name.as_string("an index"));
        }
      }
      tensor.finish();
      graph_.tensors.emplace(entry.key,
                             TensorDeclaration{.name = entry.key,
                                               .format = parse_format(text, format),
                                               .of = of ? of->as_string("an operand") : "",
                                               .indices = indices,
                                               .where = entry.key_node.where()});
    }
  }

  void read_sizes(YamlMap& top) {
    if (const auto node = top.find("sizes")) {
      YamlMap map = node->as_map("sizes");
      for (const auto& entry : map.entries()) {
        graph_.sizes[entry.key] =
            expand_count(entry.value, fmt::format("the size of {}", entry.key), parameters_);
      }
    }
  }

  void read_splits(YamlMap& top) {
    const auto node = top.find("splits");
    if (!node) {
      return;
    }
    YamlMap map = node->as_map("splits");
    std::set<std::string> names;
    for (const auto& entry : map.entries()) {
      YamlMap split = entry.value.as_map("a split");
      IndexSplit made{.variable = entry.key,
                      .outer = split.require("outer").as_string("an index"),
                      .inner = split.require("inner").as_string("an index")};
      const auto parts = split.find("parts");
      made.by_parts = parts.has_value();
      const YamlNode number = parts ? *parts : split.require("factor");
      made.number = expand_count(number, parts ? "parts" : "factor", parameters_);
      split.finish();
      if (made.number == 0) {
        throw number.error("nothing can be split into parts of size 0");
      }
      names.insert(made.variable);
      for (const std::string& part : {made.outer, made.inner}) {
        if (!names.insert(part).second) {
          throw entry.key_node.error(fmt::format("the index '{}' has two meanings", part));
        }
      }
      graph_.splits.push_back(made);
    }
    check_indices();
  }

  void check_indices() const {
    for (const auto& [name, tensor] : graph_.tensors) {
      const size_t modes = split_indices(graph_.splits, tensor.indices).size();
      if (!tensor.indices.empty() && modes != tensor.format.levels()) {
        throw bad_input(fmt::format("{} has {} indices after the splits, its format {} levels",
                                    name, modes, tensor.format.levels()),
                        tensor.where);
      }
    }
  }

  void read_subgraph(const std::string& name, const YamlNode& node) {
    if (BlockSpecs::find(name) != nullptr) {
      throw node.error(fmt::format("'{}' is a block type and cannot name a sub-graph", name));
    }
    YamlMap map = node.as_map("a sub-graph");
    Subgraph subgraph{.inputs = {}, .outputs = {}, .blocks = map.require("blocks")};
    if (const auto inputs = map.find("inputs")) {
      YamlMap ports = inputs->as_map("inputs");
      for (const auto& entry : ports.entries()) {
        auto& targets = subgraph.inputs[entry.key];
        if (entry.value.is_sequence()) {
          for (const YamlNode& target : entry.value.as_sequence("an input")) {
            split_port(targets.emplace_back(target.as_string("an input")), target);
          }
        } else {
          split_port(targets.emplace_back(entry.value.as_string("an input")), entry.value);
        }
      }
    }
    if (const auto outputs = map.find("outputs")) {
      YamlMap ports = outputs->as_map("outputs");
      for (const auto& entry : ports.entries()) {
        split_port(subgraph.outputs[entry.key] = entry.value.as_string("an output"), entry.value);
      }
    }
    map.finish();
    subgraphs_.emplace(name, std::move(subgraph));
  }

  void read_blocks(const YamlNode& node, const Scope& scope) {
    YamlMap map = node.as_map("blocks");
    for (const auto& entry : map.entries()) {
      YamlMap block = entry.value.as_map(fmt::format("block {}", entry.key));
      const YamlNode type = block.require("type");
      const std::string name = expand(type, "type", scope.names);
      if (const auto subgraph = subgraphs_.find(name); subgraph != subgraphs_.end()) {
        read_instances(entry, block, subgraph->second, scope);
      } else if (const BlockSpec* spec = BlockSpecs::find(name)) {
        read_block(entry, block, *spec, scope);
      } else {
        std::vector<std::string> names = BlockSpecs::names();
        for (const auto& [known, ignored] : subgraphs_) {
          names.push_back(known);
        }
        throw type.error(fmt::format("there is no block type '{}'", name),
                         suggestion(name, names, "types"));
      }
    }
  }

  void read_block(const YamlMap::Entry& entry, YamlMap& block, const BlockSpec& spec,
                  const Scope& scope) {
    if (graph_.blocks.size() >= kMostBlocks) {
      throw Error(ExitCode::limit, fmt::format("more than {} blocks", kMostBlocks),
                  entry.key_node.where());
    }
    BlockNode made{
        .name = scope.prefix + entry.key, .spec = &spec, .where = entry.key_node.where()};
    made.parameters = read_parameters_of(block, spec.parameters, spec.type, scope.names);
    for (const ParameterSpec& parameter : spec.parameters) {
      if (parameter.type == ParameterType::tensor) {
        note_tensor(parameter, block, scope);
      }
    }
    if (const auto timing = block.find("timing")) {
      made.timing = read_timing(*timing, spec, scope.names);
    }
    if (const auto in = block.find("in")) {
      YamlMap ports = in->as_map("in");
      for (const auto& port : ports.entries()) {
        made.inputs.push_back(read_connection(port, scope));
      }
    }
    block.finish();
    if (!index_.emplace(made.name, graph_.blocks.size()).second) {
      throw entry.key_node.error(fmt::format("two blocks are named '{}'", made.name));
    }
    graph_.blocks.push_back(std::move(made));
  }

  /// Remembers a parameter that names a tensor: the buffer that it may stand for can come later.
  void note_tensor(const ParameterSpec& parameter, YamlMap& block, const Scope& scope) {
    if (const auto node = block.find(parameter.name)) {
      tensor_names_.push_back({.block = graph_.blocks.size(),
                               .parameter = parameter.name,
                               .prefix = scope.prefix,
                               .node = *node});
    }
  }

  /// A tensor that is not declared is a buffer beside the block that names it.
  void resolve_tensors() {
    for (const TensorName& name : tensor_names_) {
      Parameters& parameters = graph_.blocks[name.block].parameters;
      const std::string& tensor = parameters.name(name.parameter);
      if (tensor.empty() || graph_.tensors.contains(tensor)) {
        continue;
      }
      if (graph_.levels(name.prefix + tensor)) {
        parameters.set(name.parameter, name.prefix + tensor);
        continue;
      }
      std::vector<std::string> names;
      for (const auto& [known, ignored] : graph_.tensors) {
        names.push_back(known);
      }
      for (const BlockNode& block : graph_.blocks) {
        if (block.keeps_store() && block.name.starts_with(name.prefix)) {
          names.push_back(block.name.substr(name.prefix.size()));
        }
      }
      throw name.node.error(fmt::format("the graph declares no tensor '{}'", tensor),
                            suggestion(tensor, names, "tensors"));
    }
  }

  Connection read_connection(const YamlMap::Entry& entry, const Scope& scope) const {
    Connection made{.input = entry.key, .block = {}, .port = {}, .where = entry.key_node.where()};
    YamlNode source = entry.value;
    if (source.is_map()) {
      YamlMap map = source.as_map("a connection");
      source = map.require("from");
      if (const auto depth = map.find("depth")) {
        made.depth = read_fifo_depth(*depth, scope.names);
      }
      map.finish();
    }
    const auto [block, port] = split_port(expand(source, "a connection", scope.names), source);
    made.block = scope.prefix + block;
    made.port = port;
    return made;
  }

  /// Expands the instances of a sub-graph and remembers what their ports stand for.
  void read_instances(const YamlMap::Entry& entry, YamlMap& block, const Subgraph& subgraph,
                      const Scope& scope) {
    if (scope.nesting >= kDeepestNesting) {
      throw entry.key_node.error("sub-graphs nest too deeply; does one hold itself?");
    }
    const auto count_node = block.find("count");
    const uint64_t count = count_node ? expand_count(*count_node, "count", scope.names) : 1;
    if (count > kMostBlocks - instances_) {
      throw Error(ExitCode::limit, fmt::format("more than {} instances of sub-graphs", kMostBlocks),
                  count_node ? count_node->where() : entry.key_node.where());
    }
    instances_ += count;
    const auto in = block.find("in");
    block.finish();
    for (uint64_t k = 0; k < count; ++k) {
      Scope inner{.names = scope.names, .nesting = scope.nesting + 1};
      inner.names["k"] = std::to_string(k);
      const std::string instance =
          scope.prefix + entry.key + (count_node ? fmt::format("[{}]", k) : "");
      inner.prefix = instance + '.';
      read_blocks(subgraph.blocks, inner);
      connect_inputs(in, subgraph, inner, scope, entry.key_node);
      for (const auto& [port, target] : subgraph.outputs) {
        aliases_[instance + '.' + port] = inner.prefix + target;
      }
    }
  }

  /// Connects the inputs of the instance that `inner` describes to what `in` names outside.
  void connect_inputs(const std::optional<YamlNode>& in, const Subgraph& subgraph,
                      const Scope& inner, const Scope& outer, const YamlNode& where) {
    std::vector<std::string> ports;
    for (const auto& [port, targets] : subgraph.inputs) {
      ports.push_back(port);
      auto& input =
          instance_inputs_.emplace(inner.prefix + port, InstanceInput{where}).first->second;
      for (const std::string& target : targets) {
        input.targets.push_back(inner.prefix + target);
      }
    }
    if (!in) {
      return;
    }
    YamlMap map = in->as_map("in");
    for (const auto& entry : map.entries()) {
      if (!subgraph.inputs.contains(entry.key)) {
        throw entry.key_node.error(fmt::format("the sub-graph has no input '{}'", entry.key),
                                   suggestion(entry.key, ports, "inputs"));
      }
      Scope scope = outer;
      scope.names = inner.names;
      attach(read_connection(entry, scope), inner.prefix + entry.key);
    }
  }

  /// Connects `target`, the input of a block or of an instance.
  void attach(const Connection& outside, const std::string& target) {
    if (const auto input = instance_inputs_.find(target); input != instance_inputs_.end()) {
      input->second.connected = true;
      for (const std::string& inner : input->second.targets) {
        attach(outside, inner);
      }
      return;
    }
    const size_t dot = target.rfind('.');
    const auto block = index_.find(target.substr(0, dot));
    if (block == index_.end()) {
      throw bad_input(fmt::format("the sub-graph has no block '{}'", target.substr(0, dot)),
                      outside.where);
    }
    Connection made = outside;
    made.input = target.substr(dot + 1);
    graph_.blocks[block->second].inputs.push_back(std::move(made));
  }

  void check_instances() const {
    for (const auto& [port, input] : instance_inputs_) {
      if (!input.connected) {
        throw input.where.error(fmt::format("input '{}' is not connected", port));
      }
    }
  }

  /// Replaces the ports of instances by the block ports they stand for.
  void resolve_aliases() {
    for (BlockNode& block : graph_.blocks) {
      for (Connection& connection : block.inputs) {
        auto alias = aliases_.find(connection.block + '.' + connection.port);
        while (alias != aliases_.end()) {
          const size_t dot = alias->second.rfind('.');
          connection.block = alias->second.substr(0, dot);
          connection.port = alias->second.substr(dot + 1);
          alias = aliases_.find(alias->second);
        }
      }
    }
  }

  const std::map<std::string, std::string>& overrides_;
  Graph graph_;
  Substitutions parameters_;
  std::map<std::string, Subgraph> subgraphs_;
  std::map<std::string, std::string> aliases_;  ///< outputs of instances
  std::map<std::string, InstanceInput> instance_inputs_;
  std::map<std::string, size_t> index_;  ///< of blocks by name
  std::vector<TensorName> tensor_names_;
  uint64_t instances_ = 0;  ///< of sub-graphs, also of empty ones
};

}  // namespace

Graph read_graph(const YamlNode& file, const std::map<std::string, std::string>& overrides) {
  Graph graph = Reader(overrides).read(file);
  graph.name = file.where().file;
  return graph;
}

}  // namespace fiberloom
