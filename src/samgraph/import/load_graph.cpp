#include "samgraph/import/load_graph.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "base/text_file.h"
#include "samgraph/graph_yaml.h"
#include "samgraph/import/sam_dot.h"
#include "samgraph/import/tortilla.h"

namespace fiberloom {
namespace {

using Overrides = std::map<std::string, std::string>;

/// A kind of graph file: how to know it and how to read it.
struct GraphKind {
  std::string name;
  std::vector<std::string> extensions;
  bool (*looks_so)(const std::string& contents);
  Graph (*read)(const std::string& path, const Overrides& overrides);
};

Graph read_yaml(const std::string& path, const Overrides& overrides) {
  return read_graph(YamlNode::load(path), overrides);
}

Graph read_dot(const std::string& path, const Overrides& /*overrides*/) {
  return read_sam_dot(read_text_file(path), path);
}

Graph read_pb(const std::string& path, const Overrides& /*overrides*/) {
  return read_tortilla(read_text_file(path), path);
}

/// Texts hold no control characters but white space.
bool is_binary(const std::string& contents) {
  return std::ranges::any_of(contents, [](unsigned char c) {
    return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  });
}

/// The first word that is no comment.
bool begins_as_dot(const std::string& contents) {
  size_t at = contents.find_first_not_of(" \t\r\n");
  while (at != std::string::npos &&
         (contents.compare(at, 2, "//") == 0 || contents.compare(at, 2, "/*") == 0)) {
    const bool line = contents[at + 1] == '/';
    at = contents.find(line ? "\n" : "*/", at);
    at = contents.find_first_not_of(" \t\r\n", at == std::string::npos ? at : at + (line ? 1 : 2));
  }
  return at != std::string::npos &&
         (contents.compare(at, 7, "digraph") == 0 || contents.compare(at, 6, "strict") == 0);
}

const std::vector<GraphKind>& kinds() {
  static const std::vector<GraphKind> kAll = {
      {"DOT", {".gv", ".dot"}, begins_as_dot, read_dot},
      {"tortilla", {".pb", ".bin", ".tortilla"}, is_binary, read_pb},
      {"YAML", {".yaml", ".yml"}, [](const std::string&) { return true; }, read_yaml},
  };
  return kAll;
}

const GraphKind& kind_of(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  for (const GraphKind& kind : kinds()) {
    if (std::ranges::find(kind.extensions, extension) != kind.extensions.end()) {
      return kind;
    }
  }
  const std::string contents = read_text_file(path);
  return *std::ranges::find_if(kinds(),
                               [&](const GraphKind& kind) { return kind.looks_so(contents); });
}

}  // namespace

Graph load_graph(const std::string& path, const Overrides& overrides) {
  const GraphKind& kind = kind_of(path);
  if (!overrides.empty() && kind.read != read_yaml) {
    throw bad_input(
        fmt::format("a {} graph has no parameter '{}'", kind.name, overrides.begin()->first),
        {.file = path});
  }
  return kind.read(path, overrides);
}

bool is_yaml(const std::string& path) { return kind_of(path).read == read_yaml; }

}  // namespace fiberloom
