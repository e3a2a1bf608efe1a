#include "samgraph/import/sam_dot_types.h"

#include "samgraph/import/peer_graph.h"

namespace fiberloom {
namespace {

const std::map<std::string, SamType>& types() {
  static const std::map<std::string, SamType> kAll = {
      {"fiberlookup", {"scanner", {{"ref", "ref"}}, {{"crd", "crd"}, {"ref", "ref"}}}},
      {"fiberwrite", {"writer", {{"crd", "crd"}, {"val", "val"}}}},
      {"arrayvals", {"array", {{"ref", "ref"}}, {{"val", "val"}}}},
      {"repsiggen", {"repeat_signal", {{"crd", "crd"}}, {{"repsig", "repsig"}}}},
      {"repeat", {"repeater", {{"ref", "in"}, {"repsig", "repsig"}}, {{"ref", "out"}}}},
      {"intersect", {"intersect"}},
      {"union", {"union"}},
      {"mul", {"alu", {}, {{"val", "val"}}}},
      {"add", {"alu", {}, {{"val", "val"}}}},
      {"reduce", {"reducer", {{"val", "val"}}, {{"val", "val"}}}},
      {"spaccumulator", {kPointAccumulator}},
      {"crddrop", {"dropper"}},
      {"crdhold", {"holder"}},
      {"broadcast", {kNoBlock}},
  };
  return kAll;
}

}  // namespace

SamLabel parse_sam_label(const std::string& kind, std::string_view comment) {
  const size_t dash = comment.find('-');
  if (dash == std::string_view::npos) {
    return {.kind = kind, .subject = std::string(comment)};
  }
  return {.kind = kind,
          .role = std::string(comment.substr(0, dash)),
          .subject = std::string(comment.substr(dash + 1))};
}

const SamType* find_sam_type(const std::string& name) {
  const auto found = types().find(name);
  return found == types().end() ? nullptr : &found->second;
}

std::vector<std::string> sam_type_names() {
  std::vector<std::string> names;
  for (const auto& [name, type] : types()) {
    names.push_back(name);
  }
  return names;
}

}  // namespace fiberloom
