#include "samgraph/parameter_yaml.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.h"

namespace fiberloom {
namespace {

/// Beyond this a FIFO is as good as unbounded, and its pop times need not be kept.
constexpr uint64_t kDeepestFifo = uint64_t{1} << 20;

std::vector<std::string> names_of(const Substitutions& names) {
  std::vector<std::string> list;
  for (const auto& [name, value] : names) {
    list.push_back(name);
  }
  return list;
}

template <class T>
T parse(const std::string& text, const YamlNode& node, std::string_view what,
        std::string_view expected) {
  T value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || text.empty()) {
    throw node.error(fmt::format("{} must be {}, not '{}'", what, expected, text));
  }
  return value;
}

bool is_index_variable(const std::string& word) {
  const auto part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) == 0 &&
         std::ranges::all_of(word, part);
}

ParameterValue read_value(const YamlNode& node, const ParameterSpec& spec,
                          const Substitutions& names) {
  const auto text = [&] { return expand(node, spec.name, names); };
  switch (spec.type) {
    case ParameterType::count:
      return expand_count(node, spec.name, names);
    case ParameterType::integer:
      return parse<int64_t>(text(), node, spec.name, "a whole number");
    case ParameterType::real:
      return parse<double>(text(), node, spec.name, "a number");
    case ParameterType::boolean: {
      const std::string word = text();
      if (word != "true" && word != "false") {
        throw node.error(fmt::format("{} must be true or false, not '{}'", spec.name, word));
      }
      return word == "true";
    }
    case ParameterType::level:
      return text() == "values" ? kValuesLevel : expand_count(node, spec.name, names);
    case ParameterType::integers: {
      std::vector<uint64_t> list;
      for (const YamlNode& item : node.as_sequence(spec.name)) {
        list.push_back(expand_count(item, spec.name, names));
      }
      return list;
    }
    case ParameterType::size: {
      const std::string word = text();
      if (is_index_variable(word)) {
        return word;
      }
      return fmt::format("{}", parse<uint64_t>(word, node, spec.name,
                                               "a whole number from 0, or an index variable"));
    }
    case ParameterType::name:
    case ParameterType::tensor:
    case ParameterType::file:
      break;
  }
  const std::string word = text();
  if (!spec.choices.empty() && std::ranges::find(spec.choices, word) == spec.choices.end()) {
    throw node.error(fmt::format("{} cannot be '{}'", spec.name, word),
                     suggestion(word, spec.choices, "one of"));
  }
  return word;
}

}  // namespace

std::string expand(const YamlNode& node, std::string_view what, const Substitutions& names) {
  const std::string& text = node.as_string(what);
  std::string out;
  size_t done = 0;
  for (size_t open = text.find("${"); open != std::string::npos; open = text.find("${", done)) {
    const size_t close = text.find('}', open);
    if (close == std::string::npos) {
      throw node.error("'${' without '}'");
    }
    const std::string name = text.substr(open + 2, close - open - 2);
    const auto value = names.find(name);
    if (value == names.end()) {
      throw node.error(fmt::format("there is no parameter '{}'", name),
                       suggestion(name, names_of(names), "parameters"));
    }
    out += text.substr(done, open - done) + value->second;
    done = close + 1;
  }
  return out + text.substr(done);
}

uint64_t expand_count(const YamlNode& node, std::string_view what, const Substitutions& names) {
  return parse<uint64_t>(expand(node, what, names), node, what, "a whole number from 0");
}

uint64_t read_fifo_depth(const YamlNode& node, const Substitutions& names) {
  const std::string text = expand(node, "depth", names);
  if (text == "unbounded") {
    return 0;
  }
  const auto depth = parse<uint64_t>(text, node, "depth", "a whole number from 1, or unbounded");
  if (depth == 0 || depth > kDeepestFifo) {
    throw node.error(fmt::format("depth must be from 1 to {}, or unbounded", kDeepestFifo));
  }
  return depth;
}

Parameters read_parameters_of(YamlMap& block, const std::vector<ParameterSpec>& specs,
                              const std::string& owner, const Substitutions& names) {
  Parameters made;
  for (const ParameterSpec& spec : specs) {
    if (const auto node = block.find(spec.name)) {
      made.set(spec.name, read_value(*node, spec, names));
    } else if (spec.required) {
      throw block.node().error(fmt::format("{} needs the key '{}'", owner, spec.name),
                               spec.summary);
    } else {
      made.set(spec.name, spec.fallback);
    }
  }
  return made;
}

Parameters read_timing(const YamlNode& node, const BlockSpec& spec, const Substitutions& names) {
  Parameters made;
  YamlMap map = node.as_map("timing of " + spec.type);
  for (const auto* keys : {&common_timing(), &spec.timing}) {
    for (const ParameterSpec& key : *keys) {
      if (const auto value = map.find(key.name)) {
        made.set(key.name, read_value(*value, key, names));
        if (key.type == ParameterType::count && made.count(key.name) == 0 &&
            std::get<uint64_t>(key.fallback) > 0) {
          throw value->error(fmt::format("{} must be 1 or more", key.name));
        }
      }
    }
  }
  map.finish();
  return made;
}

std::string to_yaml(const ParameterValue& value) {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::vector<uint64_t>>) {
          return fmt::format("[{}]", fmt::join(v, ", "));
        } else if constexpr (std::is_same_v<T, uint64_t>) {
          return v == kValuesLevel ? "values" : fmt::format("{}", v);
        } else {
          return fmt::format("{}", v);
        }
      },
      value);
}

}  // namespace fiberloom
