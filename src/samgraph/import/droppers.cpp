#include "samgraph/import/droppers.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace fiberloom {
namespace {

class Rider {
 public:
  Rider(PeerGraph& graph, size_t dropper)
      : graph_(graph),
        dropper_(dropper),
        outer_(loops_of(graph, graph.blocks[dropper].input("outer")->from)) {}

  void ride() {
    check_depth();
    find_downstream();
    std::set<std::string> results;
    for (const size_t b : downstream_) {
      if (graph_.blocks[b].type == "writer") {
        results.insert(graph_.blocks[b].tensor);
      }
    }
    for (size_t b = 0; b < graph_.blocks.size(); ++b) {
      if (graph_.blocks[b].type == "writer" && results.contains(graph_.blocks[b].tensor)) {
        ride_to(b);
      }
    }
  }

 private:
  void check_depth() const {
    const PeerBlock& dropper = graph_.blocks[dropper_];
    const Loops& inner = loops_of(graph_, dropper.input("in0")->from);
    if (outer_.empty() || inner.size() != outer_.size() + 1 || !encloses(outer_, inner)) {
      throw bad_input(fmt::format("{} has inner coordinates of {}, which are not those of one loop "
                                  "inside of {}",
                                  dropper.label, to_string(inner), to_string(outer_)),
                      dropper.where);
    }
  }

  void find_downstream() {
    std::vector<std::vector<size_t>> consumers(graph_.blocks.size());
    for (size_t b = 0; b < graph_.blocks.size(); ++b) {
      for (const PeerInput& input : graph_.blocks[b].inputs) {
        consumers[input.from.block].push_back(b);
      }
    }
    std::vector<size_t> open = {dropper_};
    downstream_.insert(dropper_);
    while (!open.empty()) {
      const size_t b = open.back();
      open.pop_back();
      for (const size_t consumer : consumers[b]) {
        if (downstream_.insert(consumer).second) {
          open.push_back(consumer);
        }
      }
    }
  }

  /// Leads what the writer takes through the dropper, where it lies inside of what is dropped.
  void ride_to(size_t writer) {
    PeerInput* input = &graph_.blocks[writer].inputs.front();
    const bool values = input->port == "val";
    if (!values && loops_of(graph_, input->from).size() <= outer_.size()) {
      return;
    }
    // What a sum gives lies outside of its loop; what it takes lies inside.
    while (!downstream_.contains(input->from.block) &&
           loops_of(graph_, input->from).size() <= outer_.size()) {
      input = &in_front_of(*input);
    }
    if (downstream_.contains(input->from.block)) {
      return;
    }
    PeerBlock& dropper = graph_.blocks[dropper_];
    if (!lies_inside(loops_of(graph_, input->from))) {
      throw bad_input(fmt::format("{} drops coordinates of {} by other coordinates than the result "
                                  "has inside of them",
                                  dropper.label, outer_.back().variable),
                      dropper.where);
    }
    const std::string number = std::to_string(dropper.inputs.size() - 1);
    dropper.inputs.push_back({"in" + number, input->from, input->where});
    input->from = {dropper_, "out" + number};
  }

  /// Whether there is nothing in the stream where the dropper's inner coordinates are none: its
  /// loop is theirs, or came of one that is.
  bool lies_inside(const Loops& loops) const {
    const PeerOutput& inner =
        loops_of(graph_, graph_.blocks[dropper_].input("in0")->from).at(outer_.size()).coordinates;
    const PeerLoop& loop = loops[outer_.size()];
    return encloses(outer_, loops) && (loop.coordinates == inner ||
                                       std::ranges::find(loop.summed, inner) != loop.summed.end());
  }

  PeerInput& in_front_of(const PeerInput& input) {
    PeerBlock& producer = graph_.blocks[input.from.block];
    const PeerBlock& dropper = graph_.blocks[dropper_];
    if (producer.type != "reducer") {
      throw bad_input(
          fmt::format("{} drops coordinates of {} for which the result still has the values of {}",
                      dropper.label, outer_.back().variable, producer.label),
          dropper.where,
          fmt::format("an {} that has nothing below {} is lost with what {} has there",
                      outer_.back().variable, dropper.label, producer.label));
    }
    return producer.inputs.front();
  }

  PeerGraph& graph_;
  size_t dropper_;
  Loops outer_;
  std::set<size_t> downstream_;
};

}  // namespace

void ride_droppers(PeerGraph& graph) {
  for (const size_t b : topological_order(graph)) {
    if (graph.blocks[b].type == "dropper") {
      Rider(graph, b).ride();
      infer_loops(graph);
    }
  }
}

}  // namespace fiberloom
