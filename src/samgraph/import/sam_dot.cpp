#include "samgraph/import/sam_dot.h"

#include <algorithm>

#include <fmt/format.h>

#include "samgraph/import/sam_dot_joiners.h"
#include "samgraph/import/sam_dot_nodes.h"
#include "samgraph/import/sam_header.h"
#include "samgraph/import/sam_operands.h"
#include "samgraph/import/translate.h"

namespace fiberloom {
namespace {

/// A stream from block to block; what a broadcast lies between has a label at either end.
struct Wire {
  size_t from = 0;
  size_t to = 0;
  SamLabel leaves;
  SamLabel arrives;
  Location where;
};

SamLabel label_of(const DotEdge& edge) {
  const auto type = edge.attributes.find("type");
  if (type != edge.attributes.end()) {
    const auto comment = edge.attributes.find("comment");
    return parse_sam_label(type->second, comment == edge.attributes.end() ? "" : comment->second);
  }
  const auto label = edge.attributes.find("label");
  if (label == edge.attributes.end()) {
    throw bad_input("the stream has no type", edge.where, "expected type=\"crd\" and so on");
  }
  const size_t line = label->second.find('_');
  return parse_sam_label(label->second.substr(0, line),
                         line == std::string::npos ? "" : label->second.substr(line + 1));
}

std::string describe(const SamLabel& label) {
  std::string text = label.kind;
  if (!label.role.empty() || !label.subject.empty()) {
    text += '_' + label.role + (label.role.empty() ? "" : "-") + label.subject;
  }
  return text;
}

class Reader {
 public:
  Reader(const DotGraph& file, std::string name) : file_(file), nodes_(read_sam_nodes(file)) {
    graph_.name = std::move(name);
  }

  PeerGraph read() {
    read_header();
    make_blocks();
    find_wires();
    find_sides();
    for (const Wire& wire : wires_) {
      connect(wire);
    }
    bypass_value_holders();
    check_roots();
    complete_operands(graph_);
    return std::move(graph_);
  }

 private:
  void read_header() {
    const auto header = file_.attributes.find("comment");
    if (header != file_.attributes.end()) {
      graph_.tensors_where = file_.attributes_where;
      graph_.tensors = parse_sam_header(header->second, file_.attributes_where);
    }
  }

  void make_blocks() {
    PeerNames names;
    for (size_t n = 0; n < nodes_.size(); ++n) {
      index_[nodes_[n].id] = n;
      PeerBlock block{
          .name = {}, .label = nodes_[n].label(), .type = kNoBlock, .where = nodes_[n].where};
      if (!nodes_[n].is("broadcast")) {
        block = make_peer_block(nodes_[n]);
        block.name = names.give(block.name, nodes_[n].id);
      }
      graph_.blocks.push_back(std::move(block));
    }
  }

  size_t find_node(const std::string& id, const DotEdge& edge) const {
    const auto found = index_.find(id);
    if (found == index_.end()) {
      throw bad_input(fmt::format("there is no block {}", id), edge.where);
    }
    return found->second;
  }

  /// Follows every edge back through broadcasts to the block that makes the stream.
  void find_wires() {
    std::map<size_t, const DotEdge*> feeds;  // of broadcasts
    for (const DotEdge& edge : file_.edges) {
      const size_t to = find_node(edge.to, edge);
      if (nodes_[to].is("broadcast") && !feeds.emplace(to, &edge).second) {
        throw bad_input(fmt::format("{} has two inputs", nodes_[to].label()), edge.where);
      }
    }
    for (const DotEdge& edge : file_.edges) {
      const size_t to = find_node(edge.to, edge);
      if (nodes_[to].is("broadcast")) {
        continue;
      }
      const DotEdge* first = &edge;
      size_t from = find_node(edge.from, edge);
      for (size_t steps = 0; nodes_[from].is("broadcast"); ++steps) {
        if (!feeds.contains(from) || steps > nodes_.size()) {
          throw bad_input(fmt::format("{} has no input", nodes_[from].label()), nodes_[from].where);
        }
        first = feeds.at(from);
        from = find_node(first->from, *first);
      }
      wires_.push_back({from, to, label_of(*first), label_of(edge), edge.where});
    }
  }

  bool is_joiner(size_t n) const { return nodes_[n].is("intersect") || nodes_[n].is("union"); }

  void find_sides() {
    for (const Wire& wire : wires_) {
      if (is_joiner(wire.to) && wire.arrives.kind == "crd") {
        sides_[wire.to].add_coordinates(wire.arrives.subject, wire.from);
      }
      if (is_joiner(wire.from) && wire.leaves.kind == "ref") {
        sides_[wire.from].add_consumer(wire.leaves.subject, wire.to);
      }
    }
  }

  void connect(const Wire& wire) {
    for (const std::string& port : output_ports(wire)) {
      PeerBlock& block = graph_.blocks[wire.to];
      PeerInput made{input_port(wire), {wire.from, port}, wire.where};
      // Custard repeats edges; an operation may really take one value twice.
      const bool repeated = std::ranges::any_of(block.inputs, [&](const PeerInput& input) {
        return input.from == made.from && input.port == made.port;
      });
      if (!repeated) {
        block.inputs.push_back(std::move(made));
      }
    }
  }

  Error no_such(size_t n, const char* what, const SamLabel& label, const Location& where) const {
    return bad_input(fmt::format("{} {} no stream {}", nodes_[n].label(), what, describe(label)),
                     where);
  }

  std::string input_port(const Wire& wire) {
    const SamNode& node = nodes_[wire.to];
    const SamLabel& label = wire.arrives;
    if (const auto port = node.known->inputs.find(label.kind); port != node.known->inputs.end()) {
      return port->second;
    }
    const bool crd = label.kind == "crd";
    const bool val = label.kind == "val";
    if (is_joiner(wire.to) && (crd || label.kind == "ref")) {
      const size_t side = sides_[wire.to].incoming(label.subject, wire.from, wire.where);
      return crd ? fmt::format("crd{}", side) : fmt::format("in{}_0", side);
    }
    if (graph_.blocks[wire.to].type == "alu" && val) {
      return fmt::format("in{}", graph_.blocks[wire.to].inputs.size());
    }
    if (node.is("spaccumulator") && (crd || val)) {
      return val ? "val" : label.subject;
    }
    if (node.is("crddrop") || node.is("crdhold")) {
      return pair_port(node, wire, label);
    }
    throw no_such(wire.to, "takes", label, wire.where);
  }

  /// The ports of crddrop and crdhold, which SAM tells apart by the variable.
  std::string pair_port(const SamNode& node, const Wire& wire, const SamLabel& label) const {
    const bool drops = node.is("crddrop");
    const bool values = node.flag("vals");
    if (values && label.kind == "val") {
      return drops ? "val" : "inner";
    }
    if (label.kind == "crd" && label.subject == node.required("outer")) {
      return drops && values ? "crd" : "outer";
    }
    if (label.kind == "crd" && !values && label.subject == node.required("inner")) {
      return drops ? "in0" : "inner";
    }
    throw no_such(wire.to, "takes", label, wire.where);
  }

  std::vector<std::string> output_ports(const Wire& wire) {
    const SamNode& node = nodes_[wire.from];
    const SamLabel& label = wire.leaves;
    if (const auto port = node.known->outputs.find(label.kind); port != node.known->outputs.end()) {
      return {port->second};
    }
    if (is_joiner(wire.from) && label.kind == "crd") {
      return {"crd"};
    }
    if (is_joiner(wire.from) && label.kind == "ref") {
      std::vector<std::string> ports;
      for (const size_t side : sides_[wire.from].outgoing(label.subject, wire.to, wire.where)) {
        ports.push_back(fmt::format("out{}_0", side));
      }
      return ports;
    }
    if (node.is("spaccumulator") && label.kind == "val") {
      return {"val"};
    }
    if (node.is("spaccumulator") && label.kind == "crd") {
      auto& kept = graph_.blocks[wire.from].kept;
      if (std::ranges::find(kept, label.subject) == kept.end()) {
        kept.push_back(label.subject);
      }
      return {label.subject};
    }
    const bool outer = label.role == "outer";
    const bool inner = label.role == "inner";
    if (node.is("crddrop") && (outer || inner)) {
      const bool values = node.flag("vals");
      return {outer ? (values ? "crd" : "outer") : (values ? "val" : "out0")};
    }
    if (node.is("crdhold") && (outer || inner)) {
      return {label.role};
    }
    throw no_such(wire.from, "gives", label, wire.where);
  }

  /// A holder in front of values fills the gaps of a dense result. Our writers place values by
  /// their coordinates, so its streams go by.
  void bypass_value_holders() {
    for (PeerBlock& block : graph_.blocks) {
      for (PeerInput& input : block.inputs) {
        const SamNode& node = nodes_[input.from.block];
        if (node.is("crdhold") && node.flag("vals")) {
          const PeerInput* behind = graph_.blocks[input.from.block].input(input.from.port);
          if (behind == nullptr) {
            throw bad_input(fmt::format("{} has no input '{}'", node.label(), input.from.port),
                            node.where);
          }
          input.from = behind->from;
        }
      }
    }
    for (size_t n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].is("crdhold") && nodes_[n].flag("vals")) {
        graph_.blocks[n].type = kNoBlock;
        graph_.blocks[n].inputs.clear();
      }
    }
  }

  /// root=true stands for the root stream; without it references must come from somewhere.
  void check_roots() const {
    for (size_t n = 0; n < nodes_.size(); ++n) {
      if (!nodes_[n].is("fiberlookup") && !nodes_[n].is("repeat")) {
        continue;
      }
      const PeerBlock& block = graph_.blocks[n];
      const bool fed = block.input(nodes_[n].is("repeat") ? "in" : "ref") != nullptr;
      if (fed == nodes_[n].flag("root")) {
        throw bad_input(block.label + (fed ? " is at the root, and yet gets references"
                                           : " is not at the root, but gets no references"),
                        block.where);
      }
    }
  }

  const DotGraph& file_;
  std::vector<SamNode> nodes_;
  std::map<std::string, size_t> index_;
  std::vector<Wire> wires_;
  std::map<size_t, SamJoinerSides> sides_;
  PeerGraph graph_;  ///< a block for each node, in the same order; broadcasts are none
};

}  // namespace

Graph read_sam_dot(const std::string& text, const std::string& file) {
  const DotGraph parsed = parse_dot(text, file);
  return translate(Reader(parsed, file).read());
}

}  // namespace fiberloom
