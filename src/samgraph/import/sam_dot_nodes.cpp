#include "samgraph/import/sam_dot_nodes.h"

#include <charconv>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/spelling.h"

namespace fiberloom {
namespace {

constexpr size_t kMostBlocks = 100'000;

/// "type=fiberlookup,index=i,..." of a block's comment.
void add_from_comment(DotAttributes& attributes) {
  const auto comment = attributes.find("comment");
  if (comment == attributes.end()) {
    return;
  }
  std::istringstream entries(comment->second);
  for (std::string entry; std::getline(entries, entry, ',');) {
    if (const size_t equals = entry.find('='); equals != std::string::npos) {
      attributes.emplace(entry.substr(0, equals), entry.substr(equals + 1));
    }
  }
}

SamNode read_node(const DotNode& from) {
  SamNode node{.id = from.id, .attributes = from.attributes, .where = from.where};
  add_from_comment(node.attributes);
  const auto type = node.attributes.find("type");
  if (type == node.attributes.end()) {
    throw bad_input(fmt::format("block {} has no type", node.id), node.where,
                    "expected type=\"fiberlookup\" or another of SAM's");
  }
  node.type = type->second;
  node.known = find_sam_type(node.type);
  if (node.known == nullptr) {
    throw bad_input(
        fmt::format("SAM's graphs have no block type '{}' that is known here", node.type),
        node.where, suggestion(node.type, sam_type_names(), "types"));
  }
  return node;
}

uint64_t read_mode(const SamNode& node) {
  const std::string& text = node.required("mode");
  uint64_t mode = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), mode);
  if (fault != std::errc{} || end != text.data() + text.size()) {
    throw bad_input(fmt::format("{}: mode is '{}', expected a number", node.label(), text),
                    node.where);
  }
  return mode;
}

void read_level(const SamNode& node, PeerBlock& block) {
  block.mode = read_mode(node);
  const std::string& format = node.required("format");
  if (format != "compressed" && format != "dense" && format != "singleton") {
    throw bad_input(fmt::format("{}: there is no level format '{}'", node.label(), format),
                    node.where, "formats: compressed, dense, singleton");
  }
  block.dense = format == "dense";
  block.singleton = format == "singleton";
}

std::string attribute(const SamNode& node, const std::string& name) {
  const auto found = node.attributes.find(name);
  return found == node.attributes.end() ? "" : found->second;
}

std::string stem(const SamNode& node) {
  const std::string tensor = attribute(node, "tensor");
  const std::string index = attribute(node, "index");
  if (node.is("repeat")) {
    return fmt::format("{}_at_{}", tensor, index);
  }
  if (node.is("repsiggen")) {
    return "each_" + index;
  }
  if (node.is("crddrop")) {
    return fmt::format("drop_{}_{}", attribute(node, "outer"), attribute(node, "inner"));
  }
  if (!tensor.empty()) {
    return fmt::format("{}_{}", tensor, index.empty() ? "values" : index);
  }
  return index.empty() ? node.type : fmt::format("{}_{}", node.type, index);
}

}  // namespace

const std::string& SamNode::required(const std::string& name) const {
  const auto found = attributes.find(name);
  if (found == attributes.end()) {
    throw bad_input(fmt::format("{} has no attribute '{}'", label(), name), where);
  }
  return found->second;
}

bool SamNode::flag(const std::string& name) const {
  const auto found = attributes.find(name);
  return found != attributes.end() && (found->second == "true" || found->second == "1");
}

std::vector<SamNode> read_sam_nodes(const DotGraph& file) {
  std::vector<SamNode> nodes;
  std::map<std::string, const DotNode*> known;
  for (const DotNode& from : file.nodes) {
    const auto [first, fresh] = known.emplace(from.id, &from);
    if (fresh) {
      nodes.push_back(read_node(from));
    } else if (from.attributes != first->second->attributes) {
      throw bad_input(fmt::format("block {} is declared twice, and not alike", from.id),
                      from.where);
    }
    if (nodes.size() > kMostBlocks) {
      throw Error(ExitCode::limit, fmt::format("more than {} blocks", kMostBlocks), from.where);
    }
  }
  return nodes;
}

PeerBlock make_peer_block(const SamNode& node) {
  PeerBlock block{
      .name = stem(node), .label = node.label(), .type = node.known->type, .where = node.where};
  if (node.is("fiberlookup") || node.is("fiberwrite") || node.is("arrayvals")) {
    block.tensor = node.required("tensor");
  }
  if (node.is("fiberlookup")) {
    block.index = node.required("index");
  }
  if (node.is("fiberlookup") || (node.is("fiberwrite") && node.required("mode") != "vals")) {
    read_level(node, block);
  }
  if (node.is("mul") || node.is("add")) {
    const bool subtracts = node.is("add") && node.flag("sub");
    block.parameters["op"] = std::string(subtracts ? "sub" : node.type);
    block.name = subtracts ? "sub" : node.type;
  }
  if (node.is("reduce")) {
    block.parameters["empty"] = std::string("zero");
    block.name = "sum";
  }
  if (node.is("crddrop") && node.flag("vals")) {
    block.type = "value_dropper";
  }
  return block;
}

}  // namespace fiberloom
