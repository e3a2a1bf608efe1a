#include <algorithm>

#include <fmt/format.h>

#include "sim/graph_generator.h"

namespace fiberloom::testing {

bool GraphGenerator::lockstep() {
  static const std::vector<std::string> kStyles = {"fire", "peek", "take", "ports"};
  Context context = any_context();
  if (context.depth() == 0) {
    return false;
  }
  const size_t depth = random_.between(1, context.depth());
  std::vector<Wire*> wires = {&context.crds[depth - 1]};
  for (Wire& wire : context.payloads[depth]) {
    wires.push_back(&wire);
  }
  const std::string style = random_.pick(kStyles);
  const size_t count = std::min<size_t>(wires.size(), style == "ports" ? random_.between(1, 4) : 2);
  if (style != "ports" && count < 2) {
    return false;
  }
  Sketch::Inputs inputs;
  for (size_t k = 0; k < count; ++k) {
    std::swap(wires[k], wires[k + random_.below(wires.size() - k)]);
    inputs.emplace_back(fmt::format("in{}", k), *wires[k]);
  }
  const std::string name = sketch_.add("test_lockstep", {{"style", style}}, inputs);
  for (size_t k = 0; k < count; ++k) {
    const Wire old = *wires[k];
    *wires[k] = sketch_.out(name, fmt::format("out{}", k), old.kind, old.tensor, old.level);
  }
  contexts_.push_back(context);
  return true;
}

bool GraphGenerator::first() {
  Context& context = any_context();
  const size_t depth = random_.below(context.depth() + 1);
  std::vector<Wire>& payloads = context.payloads[depth];
  if (depth == 0 || payloads.empty()) {
    return false;
  }
  const Wire kept = random_.pick(payloads);
  const std::string name =
      sketch_.add("test_first", {}, {{"in0", kept}, {"in1", context.crds[depth - 1]}});
  payloads.push_back(sketch_.out(name, "out0", kept.kind, kept.tensor, kept.level));
  return true;
}

bool GraphGenerator::port() {
  Context context = any_context();
  std::vector<Wire*> wires;
  for (Wire& wire : context.crds) {
    wires.push_back(&wire);
  }
  for (auto& payloads : context.payloads) {
    for (Wire& wire : payloads) {
      if (!wire.block.empty()) {
        wires.push_back(&wire);
      }
    }
  }
  if (wires.empty()) {
    return false;
  }
  const size_t count = std::min<size_t>(wires.size(), random_.between(1, 4));
  Sketch::Inputs inputs;
  for (size_t k = 0; k < count; ++k) {
    std::swap(wires[k], wires[k + random_.below(wires.size() - k)]);
    inputs.emplace_back(fmt::format("in{}", k), *wires[k]);
  }
  const std::string name = sketch_.add("test_port", {{"answer", random_.between(1, 12)}}, inputs);
  for (size_t k = 0; k < count; ++k) {
    const Wire old = *wires[k];
    *wires[k] = sketch_.out(name, fmt::format("out{}", k), old.kind, old.tensor, old.level);
  }
  contexts_.push_back(context);
  return true;
}

bool GraphGenerator::port_of_points() {
  if (points_.empty()) {
    return false;
  }
  std::vector<Wire> group = points_[random_.below(points_.size())];
  Sketch::Inputs inputs;
  for (size_t k = 0; k < group.size(); ++k) {
    inputs.emplace_back(fmt::format("in{}", k), group[k]);
  }
  const std::string name = sketch_.add("test_port", {{"answer", random_.between(1, 12)}}, inputs);
  for (size_t k = 0; k < group.size(); ++k) {
    group[k] =
        sketch_.out(name, fmt::format("out{}", k), group[k].kind, group[k].tensor, group[k].level);
  }
  points_.push_back(group);
  return true;
}

bool GraphGenerator::arbitrate() {
  std::vector<Wire> candidates;
  for (const std::vector<Wire>& group : points_) {
    candidates.insert(candidates.end(), group.begin(), group.end());
  }
  if (candidates.empty()) {
    return false;
  }
  const std::vector<Wire> same = of_kind(candidates, random_.pick(candidates).kind);
  Sketch::Inputs inputs;
  for (size_t k = 0; k < random_.between(2, 4); ++k) {
    inputs.emplace_back(fmt::format("in{}", k), random_.pick(same));
  }
  const std::string name = sketch_.add("test_arbiter", {}, inputs);
  points_.push_back({sketch_.out(name, "out", same.front().kind)});
  return true;
}

bool GraphGenerator::drop_stops() {
  const Context& context = any_context();
  if (context.depth() == 0) {
    return false;
  }
  const size_t depth = random_.between(1, context.depth());
  std::vector<Wire> wires = context.payloads[depth];
  wires.push_back(context.crds[depth - 1]);
  std::vector<Wire> group;
  for (const Wire& wire : wires) {
    if (group.empty() || random_.chance(50)) {
      const std::string name = sketch_.add("stop_dropper", {}, {{"in", wire}});
      group.push_back(sketch_.out(name, "out", wire.kind));
    }
  }
  points_.push_back(group);
  return true;
}

bool GraphGenerator::compute_points() {
  if (points_.empty()) {
    return false;
  }
  std::vector<Wire>& group = points_[random_.below(points_.size())];
  const std::vector<Wire> values = of_kind(group, StreamKind::val);
  const std::vector<Wire> crds = of_kind(group, StreamKind::crd);
  if (!crds.empty() && (values.empty() || random_.chance(30))) {
    const std::string name = sketch_.add("repeat_signal", {}, {{"crd", random_.pick(crds)}});
    group.push_back(sketch_.out(name, "repsig", StreamKind::repsig));
    return true;
  }
  if (values.empty()) {
    return false;
  }
  group.push_back(sketch_.out(alu_of(values), "val", StreamKind::val));
  return true;
}

/// Joiners do not ask that coordinates rise; here they compare whatever comes.
bool GraphGenerator::join_points() {
  Sketch::Inputs inputs;
  std::vector<std::pair<std::string, Wire>> outs;
  for (size_t s = 0; s < 2; ++s) {
    std::vector<size_t> with_crd;
    for (size_t g = 0; g < points_.size(); ++g) {
      if (!of_kind(points_[g], StreamKind::crd).empty()) {
        with_crd.push_back(g);
      }
    }
    if (with_crd.empty()) {
      return false;
    }
    const std::vector<Wire>& group = points_[random_.pick(with_crd)];
    inputs.emplace_back(fmt::format("crd{}", s), random_.pick(of_kind(group, StreamKind::crd)));
    const std::vector<Wire> values = of_kind(group, StreamKind::val);
    if (!values.empty()) {
      inputs.emplace_back(fmt::format("in{}_0", s), random_.pick(values));
      outs.emplace_back(fmt::format("out{}_0", s), values.front());
    }
  }
  const std::string name = sketch_.add(random_.chance(50) ? "intersect" : "union", {}, inputs);
  std::vector<Wire> joined = {sketch_.out(name, "crd", StreamKind::crd)};
  for (const auto& [port, wire] : outs) {
    joined.push_back(sketch_.out(name, port, wire.kind));
  }
  points_.push_back(joined);
  return true;
}

void GraphGenerator::end_streams() {
  const std::vector<Wire> wires = sketch_.wires();
  bool any = false;
  for (const Wire& wire : wires) {
    const bool used = sketch_.used(wire);
    // An output that nothing is connected to is as good as a sink.
    const unsigned percent = used ? 8 : 75;
    if (random_.chance(percent) || (!any && wire.block == wires.back().block)) {
      sketch_.add(random_.chance(70) ? "test_sink" : "sink", {}, {{"in", wire}});
      any = true;
    }
  }
}

}  // namespace fiberloom::testing
