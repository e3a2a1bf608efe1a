#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "support/stream_case.h"

namespace fiberloom::testing {
namespace {

/// A map as a line of a graph file: "tensor: B, level: 0".
std::string flow_text(const YamlNode& node, bool outermost = true) {
  if (node.is_scalar()) {
    return node.as_string("a value");
  }
  std::string text;
  if (node.is_sequence()) {
    for (const YamlNode& item : node.as_sequence("a list")) {
      text += (text.empty() ? "" : ", ") + flow_text(item, false);
    }
    return '[' + text + ']';
  }
  YamlMap map = node.as_map("a map");
  for (const auto& entry : map.entries()) {
    text += (text.empty() ? "" : ", ") + entry.key + ": " + flow_text(entry.value, false);
  }
  return outermost ? text : '{' + text + '}';
}

std::vector<uint64_t> numbers(const std::string& text) {
  std::istringstream in(expand_ranges(text));
  return {std::istream_iterator<uint64_t>(in), {}};
}

StreamSpec read_stream(const YamlNode& node) {
  StreamSpec stream;
  YamlMap map = node.as_map("a stream");
  if (const auto from = map.find("from")) {
    stream.from = from->as_string("from");
    map.finish();
    return stream;
  }
  stream.tokens = expand_ranges(map.require("tokens").as_string("tokens"));
  const auto text = [&](const std::string& key, std::string fallback) {
    const auto value = map.find(key);
    return value ? value->as_string(key) : fallback;
  };
  stream.at = numbers(text("at", ""));
  stream.kind = text("kind", "");
  stream.depth = text("depth", "1");
  stream.fifo = text("fifo", "");
  stream.taken = numbers(text("taken", ""));
  if (const auto size = map.find("size")) {
    stream.size = size->as_unsigned("size");
  }
  map.finish();
  return stream;
}

/// {format: ss, shape: [2, 3], entries: [[0, 1, 5]]}; without entries it is a result.
void read_tensor(StreamCase& test, const YamlMap::Entry& entry) {
  YamlMap map = entry.value.as_map("a tensor");
  const std::string format = map.require("format").as_string("format");
  test.formats[entry.key] = format;
  std::vector<uint64_t> shape;
  if (const auto node = map.find("shape")) {
    for (const YamlNode& size : node->as_sequence("shape")) {
      shape.push_back(size.as_unsigned("a size"));
    }
  }
  if (const auto node = map.find("entries")) {
    std::vector<std::vector<double>> entries;
    for (const YamlNode& row : node->as_sequence("entries")) {
      entries.emplace_back();
      for (const YamlNode& number : row.as_sequence("an entry")) {
        entries.back().push_back(number.as_real("a number"));
      }
    }
    test.tensors[entry.key] =
        std::make_shared<const Tensor>(tensor_of(format == "scalar" ? "" : format, shape, entries));
  } else if (!shape.empty()) {
    test.result_shapes[entry.key].assign(shape.begin(), shape.end());
  }
  map.finish();
}

void read_stored(StreamCase& test, const YamlMap::Entry& entry) {
  StreamCase::Stored& stored = test.stored[entry.key];
  YamlMap map = entry.value.as_map("what is stored");
  if (const auto levels = map.find("levels")) {
    for (const YamlNode& level : levels->as_sequence("levels")) {
      YamlMap arrays = level.as_map("a level");
      const auto array = [&](const std::string& key) {
        const auto node = arrays.find(key);
        return node ? numbers(node->as_string(key)) : std::vector<uint64_t>{};
      };
      auto& made = stored.levels.emplace_back();
      made.first = array("coordinates");
      made.second = array("ends");
      arrays.finish();
    }
  }
  std::istringstream values(map.require("values").as_string("values"));
  stored.values.assign(std::istream_iterator<double>(values), {});
  map.finish();
}

void read_expectations(StreamCase& test, YamlMap& map) {
  if (const auto node = map.find("stored")) {
    YamlMap results = node->as_map("stored");
    for (const auto& entry : results.entries()) {
      read_stored(test, entry);
    }
  }
  if (const auto node = map.find("statistics")) {
    YamlMap counters = node->as_map("statistics");
    for (const auto& entry : counters.entries()) {
      test.statistics[entry.key] = entry.value.as_unsigned("a count");
    }
  }
  if (const auto node = map.find("account")) {
    test.account = numbers(node->as_string("account"));
  }
  if (const auto node = map.find("cycles")) {
    test.cycles = node->as_unsigned("cycles");
  }
  if (const auto node = map.find("error")) {
    test.error = node->as_string("error");
  }
}

StreamCase read_case(const std::string& block, const YamlMap::Entry& entry) {
  StreamCase test;
  test.name = entry.key;
  test.block = block;
  const Location where = entry.key_node.where();
  test.where = fmt::format("{}:{}", where.file, where.line);
  YamlMap map = entry.value.as_map("a case");
  const auto text = [&](const std::string& key) {
    const auto node = map.find(key);
    return node ? flow_text(*node) : std::string();
  };
  test.parameters = text("parameters");
  test.timing = text("timing");
  test.extra = text("extra");
  if (const auto node = map.find("config")) {
    test.config.merge(node->is_scalar()
                          ? YamlNode::load(FIBERLOOM_SOURCE "/configs/" + node->as_string("config"))
                          : *node);
  }
  if (const auto node = map.find("component")) {
    test.component = component_type_named(node->as_string("component")).value();
  }
  if (const auto node = map.find("tensors")) {
    YamlMap tensors = node->as_map("tensors");
    for (const auto& tensor : tensors.entries()) {
      read_tensor(test, tensor);
    }
  }
  for (auto* side : {&test.in, &test.out}) {
    if (const auto node = map.find(side == &test.in ? "in" : "out")) {
      YamlMap ports = node->as_map("ports");
      for (const auto& port : ports.entries()) {
        side->emplace(port.key, read_stream(port.value));
      }
    }
  }
  read_expectations(test, map);
  map.finish();
  return test;
}

}  // namespace

std::string expand_ranges(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string word; in >> word;) {
    const size_t dots = word.find("..");
    if (dots == std::string::npos) {
      out += (out.empty() ? "" : " ") + word;
      continue;
    }
    for (uint64_t n = std::stoull(word); n <= std::stoull(word.substr(dots + 2)); ++n) {
      out += (out.empty() ? "" : " ") + std::to_string(n);
    }
  }
  return out;
}

std::vector<StreamCase> read_stream_cases(const std::string& file) {
  YamlMap top = YamlNode::load(file).as_map("a block test");
  const std::string block = top.require("block").as_string("block");
  YamlMap cases = top.require("cases").as_map("cases");
  std::vector<StreamCase> tests;
  for (const auto& entry : cases.entries()) {
    tests.push_back(read_case(block, entry));
  }
  top.finish();
  return tests;
}

}  // namespace fiberloom::testing
