#include "base/yaml.h"

#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "base/spelling.h"
#include "base/text_file.h"

namespace fiberloom {
namespace {

template <class T>
std::optional<T> parse_number(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  T value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || text.empty()) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

YamlNode YamlNode::load(const std::string& file) { return parse(read_text_file(file), file); }

YamlNode YamlNode::parse(const std::string& text, const std::string& file) {
  auto lines = std::make_shared<File>();
  lines->name = file;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines->lines.push_back(line);
  }
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() > 1) {
      throw bad_input("holds several YAML documents, expected one", {.file = file});
    }
    return {lines, documents.empty() ? YAML::Node() : documents.front()};
  } catch (const YAML::Exception& fault) {
    Location where{.file = file};
    if (!fault.mark.is_null()) {
      where.line = fault.mark.line + 1;
      where.column = fault.mark.column + 1;
      if (static_cast<size_t>(fault.mark.line) < lines->lines.size()) {
        where.text = lines->lines[static_cast<size_t>(fault.mark.line)];
      }
    }
    throw bad_input("not valid YAML: " + fault.msg, where);
  }
}

Location YamlNode::where() const {
  Location where{.file = file_->name};
  const YAML::Mark mark = node_.Mark();
  if (mark.is_null()) {
    return where;
  }
  where.line = mark.line + 1;
  where.column = mark.column + 1;
  if (static_cast<size_t>(mark.line) < file_->lines.size()) {
    where.text = file_->lines[static_cast<size_t>(mark.line)];
  }
  if (node_.IsScalar()) {
    where.length = std::max(1, static_cast<int>(node_.Scalar().size()));
  }
  return where;
}

Error YamlNode::error(const std::string& message, const std::string& hint) const {
  return bad_input(message, where(), hint);
}

const std::string& YamlNode::as_string(std::string_view what) const {
  if (!node_.IsScalar()) {
    throw error(fmt::format("{} must be a word or a number", what));
  }
  return node_.Scalar();
}

uint64_t YamlNode::as_unsigned(std::string_view what) const {
  const std::string& text = as_string(what);
  if (const auto value = parse_number<uint64_t>(text)) {
    return *value;
  }
  throw error(fmt::format("{} must be a whole number from 0, not '{}'", what, text));
}

int64_t YamlNode::as_integer(std::string_view what) const {
  const std::string& text = as_string(what);
  if (const auto value = parse_number<int64_t>(text)) {
    return *value;
  }
  throw error(fmt::format("{} must be a whole number, not '{}'", what, text));
}

double YamlNode::as_real(std::string_view what) const {
  const std::string& text = as_string(what);
  if (const auto value = parse_number<double>(text)) {
    return *value;
  }
  throw error(fmt::format("{} must be a number, not '{}'", what, text));
}

bool YamlNode::as_boolean(std::string_view what) const {
  const std::string& text = as_string(what);
  if (text == "true" || text == "false") {
    return text == "true";
  }
  throw error(fmt::format("{} must be true or false, not '{}'", what, text));
}

std::vector<YamlNode> YamlNode::as_sequence(std::string_view what) const {
  if (!node_.IsSequence()) {
    throw error(fmt::format("{} must be a list: [a, b, ...]", what));
  }
  std::vector<YamlNode> items;
  for (const YAML::Node& item : node_) {
    items.push_back({file_, item});
  }
  return items;
}

YamlMap YamlNode::as_map(std::string_view what) const {
  YamlMap map(*this, std::string(what));
  if (node_.IsNull()) {
    return map;
  }
  if (!node_.IsMap()) {
    throw error(fmt::format("{} must be a map: {{key: value, ...}}", what));
  }
  std::set<std::string> seen;
  for (const auto& pair : node_) {
    const YamlNode key(file_, pair.first);
    const std::string& name = key.as_string(fmt::format("a key of {}", what));
    // yaml-cpp keeps the first of two equal keys and says nothing.
    if (!seen.insert(name).second) {
      throw key.error(fmt::format("key '{}' stands twice in {}", name, what));
    }
    map.entries_.push_back({name, key, {file_, pair.second}});
  }
  return map;
}

std::optional<YamlNode> YamlMap::find(const std::string& key) {
  asked_.insert(key);
  for (const Entry& entry : entries_) {
    if (entry.key == key) {
      return entry.value;
    }
  }
  return std::nullopt;
}

YamlNode YamlMap::require(const std::string& key) {
  if (auto node = find(key)) {
    return *node;
  }
  throw self_.error(fmt::format("{} needs the key '{}'", what_, key));
}

const std::vector<YamlMap::Entry>& YamlMap::entries() {
  all_read_ = true;
  return entries_;
}

void YamlMap::finish() const {
  if (all_read_) {
    return;
  }
  for (const Entry& entry : entries_) {
    if (!asked_.contains(entry.key)) {
      throw entry.key_node.error(fmt::format("{} has no key '{}'", what_, entry.key),
                                 suggestion(entry.key, {asked_.begin(), asked_.end()}, "keys"));
    }
  }
}

}  // namespace fiberloom
