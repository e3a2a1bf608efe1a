#include "lowering/golden.h"

#include <algorithm>
#include <filesystem>
#include <regex>

#include <fmt/format.h>

#include "base/yaml.h"
#include "samgraph/graph_yaml.h"

namespace fiberloom::testing {
namespace {

/// What a short name of the dialect stands for: a type, and a parameter that it fixes.
struct Name {
  std::string type;
  std::string parameter = {};
};

const std::map<std::string, Name>& names() {
  static const std::map<std::string, Name> all = {
      {"repsiggen", {"repeat_signal"}}, {"repeat", {"repeater"}},    {"leftjoin", {"left_join"}},
      {"valdrop", {"value_dropper"}},   {"crddrop", {"dropper"}},    {"add", {"alu", "op: add"}},
      {"sub", {"alu", "op: sub"}},      {"mul", {"alu", "op: mul"}}, {"div", {"alu", "op: div"}},
      {"neg", {"alu", "op: neg"}}};
  return all;
}

/// The value of a key in our words; empty: the key is the dialect's own.
std::string parameter_text(const std::string& key, const YamlNode& value) {
  if (key == "format" || key == "order" || key == "reduced") {
    return {};
  }
  if (key == "dim") {
    return "size: " + value.as_string(key);
  }
  if (key == "level") {
    const std::string& level = value.as_string(key);
    return "level: " + (level == "vals" ? "values" : level);
  }
  if (value.is_sequence()) {
    std::string list;
    for (const YamlNode& item : value.as_sequence(key)) {
      list += (list.empty() ? "" : ", ") + item.as_string(key);
    }
    return key + ": [" + list + "]";
  }
  return key + ": " + value.as_string(key);
}

class Reader {
 public:
  explicit Reader(const std::string& file) : top_(YamlNode::load(file).as_map("a golden graph")) {
    made_.name = std::filesystem::path(file).stem().string();
  }

  Golden read(bool tapped) {
    top_.ignore("version");
    const std::string expression = top_.require("expression").as_string("expression");
    std::string text = "version: 1\ntensors:\n" + tensors() + "blocks:\n" + blocks();
    read_streams();
    if (made_.waits_for.empty()) {
      text += tapped ? taps() : "";
      made_.bench = testbench_from_yaml(text, made_.name);
      read_data(expression);
    }
    return std::move(made_);
  }

 private:
  std::string tensors() {
    std::string text;
    YamlMap map = top_.require("tensors").as_map("tensors");
    for (const auto& entry : map.entries()) {
      YamlMap tensor = entry.value.as_map("a tensor");
      const std::string format = tensor.require("format").as_string("format");
      std::string order;
      for (const YamlNode& mode : tensor.require("order").as_sequence("order")) {
        order += (order.empty() ? "" : ", ") + mode.as_string("a mode");
      }
      if (const auto source = tensor.find("source")) {
        sources_[entry.key] = source->as_string("source");
      }
      text += fmt::format("  {}: {{format: {}}}\n", entry.key,
                          format.empty() ? "scalar" : format + ", order: [" + order + "]");
    }
    return text;
  }

  std::string blocks() {
    std::string text;
    YamlMap map = top_.require("blocks").as_map("blocks");
    for (const auto& entry : map.entries()) {
      YamlMap block = entry.value.as_map("a block");
      const std::string type = block.require("type").as_string("type");
      if (type == "root") {
        continue;
      }
      const auto known = names().find(type);
      const Name name = known == names().end() ? Name{type} : known->second;
      if (BlockSpecs::find(name.type) == nullptr) {
        made_.waits_for = name.type;
      }
      std::string line = "type: " + name.type;
      line += name.parameter.empty() ? "" : ", " + name.parameter;
      for (const auto& key : block.entries()) {
        if (key.key == "type") {
          continue;
        }
        const std::string part =
            key.key == "in" ? inputs(key.value) : parameter_text(key.key, key.value);
        line += part.empty() ? "" : ", " + part;
        if (key.key == "tensor" && type == "writer") {
          made_.result = key.value.as_string("tensor");
        }
      }
      text += fmt::format("  {}: {{{}}}\n", entry.key, line);
    }
    return text;
  }

  /// Ports that the root feeds are left open.
  static std::string inputs(const YamlNode& node) {
    std::string text;
    YamlMap map = node.as_map("in");
    for (const auto& port : map.entries()) {
      const std::string& from = port.value.as_string("a port");
      if (from != "root.ref") {
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", port.key, from);
      }
    }
    return "in: {" + text + "}";
  }

  void read_streams() {
    YamlMap map = top_.require("streams").as_map("streams");
    for (const auto& entry : map.entries()) {
      if (entry.key != "root.ref") {
        made_.streams[entry.key] = entry.value.as_map("a stream").require("tokens").as_string("");
      }
    }
  }

  std::string taps() const {
    std::string text;
    for (const auto& [port, tokens] : made_.streams) {
      std::string name = port;
      std::ranges::replace(name, '.', '_');
      text += fmt::format("  tap_{}: {{type: test_sink, in: {{in: {}}}}}\n", name, port);
    }
    return text;
  }

  /// The sizes of a tensor's modes, from its indices in the expression.
  static std::vector<uint64_t> shape_of(const std::string& tensor, const std::string& expression,
                                        YamlMap& dimensions) {
    std::vector<uint64_t> shape;
    std::smatch access;
    if (std::regex_search(expression, access,
                          std::regex("\\b" + tensor + R"re(\(([a-z0-9,]*)\))re"))) {
      const std::string indices = access[1];
      static const std::regex word("[a-z0-9]+");
      for (std::sregex_iterator it(indices.begin(), indices.end(), word), end; it != end; ++it) {
        shape.push_back(dimensions.require(it->str()).as_unsigned("a size"));
      }
    }
    return shape;
  }

  void read_data(const std::string& expression) {
    YamlMap dimensions = top_.require("dimensions").as_map("dimensions");
    const auto rows = [](const YamlNode& node) {
      std::vector<std::vector<double>> list;
      for (const YamlNode& row : node.as_sequence("entries")) {
        list.emplace_back();
        for (const YamlNode& number : row.as_sequence("an entry")) {
          list.back().push_back(number.as_string("") == "inf" ? HUGE_VAL : number.as_real(""));
        }
      }
      return list;
    };
    YamlMap data = top_.require("data").as_map("data");
    for (const auto& [name, tensor] : made_.bench.graph.tensors) {
      const auto copy = sources_.find(name);  // the same tensor, stored in another order
      const std::string& source = copy == sources_.end() ? name : copy->second;
      if (name != made_.result) {
        made_.bench.tensors[name] = std::make_shared<const Tensor>(
            tensor_of(to_string(tensor.format), shape_of(source, expression, dimensions),
                      rows(data.require(source))));
      }
    }
    const auto shape = shape_of(made_.result, expression, dimensions);
    made_.bench.result_shapes[made_.result].assign(shape.begin(), shape.end());
    made_.stored = rows(top_.require("result"));
  }

  YamlMap top_;
  Golden made_;
  std::map<std::string, std::string> sources_;
};

}  // namespace

Golden read_golden(const std::string& file, bool tapped) { return Reader(file).read(tapped); }

}  // namespace fiberloom::testing
