#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <yaml-cpp/yaml.h>

#include "base/diagnostic.h"

namespace fiberloom {

class YamlMap;

/// A node of a YAML file that knows where it stands, so that every fault names FILE:LINE:COLUMN.
/// All readers throw Error (bad_input) where the node is not what they ask for.
class YamlNode {
 public:
  /// Parses a file, or `text` under the name `file`. Several documents in one file are refused.
  static YamlNode load(const std::string& file);
  static YamlNode parse(const std::string& text, const std::string& file);

  YamlNode(const YamlNode&) = default;
  /// As for a pointer: YAML::Node's own assignment would put `other` into the file's tree.
  YamlNode& operator=(const YamlNode& other) {
    if (this != &other) {
      file_ = other.file_;
      node_.reset(other.node_);
    }
    return *this;
  }

  bool is_null() const { return node_.IsNull(); }
  bool is_map() const { return node_.IsMap(); }
  bool is_sequence() const { return node_.IsSequence(); }
  bool is_scalar() const { return node_.IsScalar(); }

  const std::string& as_string(std::string_view what) const;
  uint64_t as_unsigned(std::string_view what) const;
  int64_t as_integer(std::string_view what) const;
  double as_real(std::string_view what) const;
  bool as_boolean(std::string_view what) const;
  std::vector<YamlNode> as_sequence(std::string_view what) const;
  YamlMap as_map(std::string_view what) const;

  Location where() const;
  /// An Error at this node.
  Error error(const std::string& message, const std::string& hint = {}) const;

 private:
  friend class YamlMap;
  struct File {
    std::string name;
    std::vector<std::string> lines;
  };
  YamlNode(std::shared_ptr<const File> file, const YAML::Node& node)
      : file_(std::move(file)), node_(node) {}

  std::shared_ptr<const File> file_;
  YAML::Node node_;
};

/// A map whose keys are strings, each once. Whoever reads it calls finish() at the end, which
/// refuses the keys that nobody asked for.
class YamlMap {
 public:
  struct Entry {
    std::string key;
    YamlNode key_node;
    YamlNode value;
  };

  std::optional<YamlNode> find(const std::string& key);
  YamlNode require(const std::string& key);
  /// Marks `key` as read without reading it.
  void ignore(const std::string& key) { asked_.insert(key); }
  /// All entries in file order; they count as read.
  const std::vector<Entry>& entries();
  const YamlNode& node() const { return self_; }

  /// Throws Error at the first key that was never asked for, with the nearest of those that were.
  void finish() const;

 private:
  friend class YamlNode;
  YamlMap(const YamlNode& self, std::string what) : self_(self), what_(std::move(what)) {}

  YamlNode self_;
  std::string what_;
  std::vector<Entry> entries_;
  std::set<std::string> asked_;
  bool all_read_ = false;
};

}  // namespace fiberloom
