#include <algorithm>

#include <fmt/format.h>

#include "sim/graph_generator.h"

namespace fiberloom::testing {
namespace {

constexpr size_t kDeepest = 4;
constexpr uint64_t kMostPoints = 250;

}  // namespace

std::vector<Wire> GraphGenerator::scannable(const Context& context) const {
  std::vector<Wire> refs;
  for (const Wire& wire : context.payloads.back()) {
    if (wire.kind != StreamKind::ref || wire.tensor.empty()) {
      continue;
    }
    if (wire.level + 1 < static_cast<int>(levels_of(wire))) {
      refs.push_back(wire);
    }
  }
  return refs;
}

uint64_t GraphGenerator::fiber_length(const Wire& ref) const {
  if (const auto buffer = buffers_.find(ref.tensor); buffer != buffers_.end()) {
    return buffer->second;
  }
  return sketch_.tensor(ref.tensor).level(static_cast<size_t>(ref.level + 1)).size();
}

Wire GraphGenerator::scanner(const Wire& ref, Wire& crd) {
  const auto level = static_cast<uint64_t>(ref.level + 1);
  const std::string name =
      sketch_.add("scanner", {{"tensor", ref.tensor}, {"level", level}}, {{"ref", ref}});
  crd = sketch_.out(name, "crd", StreamKind::crd);
  return sketch_.out(name, "ref", StreamKind::ref, ref.tensor, ref.level + 1);
}

std::vector<Wire> GraphGenerator::repeated(const std::vector<Wire>& wires, const Wire& crd,
                                           unsigned percent) {
  std::vector<Wire> result;
  Wire signal;
  for (const Wire& wire : wires) {
    if (!random_.chance(percent)) {
      continue;
    }
    if (signal.block.empty() || random_.chance(20)) {
      signal = sketch_.out(sketch_.add("repeat_signal", {}, {{"crd", crd}}), "repsig",
                           StreamKind::repsig);
    }
    const std::string name = sketch_.add("repeater", {}, {{"in", wire}, {"repsig", signal}});
    result.push_back(sketch_.out(name, "out", wire.kind, wire.tensor, wire.level));
  }
  return result;
}

bool GraphGenerator::scan() {
  const Context context = any_context();
  const std::vector<Wire> refs = scannable(context);
  if (context.depth() >= kDeepest || refs.empty()) {
    return false;
  }
  const Wire ref = random_.pick(refs);
  if (context.points * fiber_length(ref) > kMostPoints) {
    return false;
  }
  Context deeper = context;
  deeper.points *= fiber_length(ref);
  Wire crd;
  std::vector<Wire> payloads = {scanner(ref, crd)};
  for (const Wire& wire : repeated(context.payloads.back(), crd, 40)) {
    payloads.push_back(wire);
  }
  if (context.depth() > 0 && random_.chance(20)) {  // an outer coordinate as a payload
    payloads.push_back(repeated({context.crds.back()}, crd, 100).front());
  }
  deeper.crds.push_back(crd);
  deeper.payloads.push_back(payloads);
  contexts_.push_back(deeper);
  return true;
}

bool GraphGenerator::universe() {
  const Context context = any_context();
  const uint64_t size = random_.below(5);
  if (context.depth() >= kDeepest || context.points * size > kMostPoints) {
    return false;
  }
  std::vector<Wire> triggers = context.payloads.back();
  if (context.depth() > 0) {
    triggers.push_back(context.crds.back());
  }
  if (triggers.empty()) {
    return false;
  }
  Sketch::Values parameters = {{"size", std::to_string(size)}};
  Sketch::Inputs inputs = {{"trigger", random_.pick(triggers)}};
  if (context.depth() > 0 && random_.chance(30)) {
    parameters.emplace_back("cut", std::to_string(random_.below(12)));
    parameters.emplace_back("outer_step", std::to_string(random_.between(1, 3)));
    parameters.emplace_back("step", std::to_string(random_.between(1, 3)));
    inputs.emplace_back("outer", context.crds.back());
  }
  const std::string name = sketch_.add("universe", parameters, inputs);
  Context deeper = context;
  deeper.points *= std::max<uint64_t>(size, 1);
  deeper.crds.push_back(sketch_.out(name, "crd", StreamKind::crd));
  deeper.payloads.push_back(repeated(context.payloads.back(), deeper.crds.back(), 50));
  contexts_.push_back(deeper);
  return true;
}

bool GraphGenerator::locate() {
  Context& context = any_context();
  const std::vector<Wire> refs = scannable(context);
  if (context.depth() == 0 || refs.empty()) {
    return false;
  }
  const Wire ref = random_.pick(refs);
  const auto level = static_cast<uint64_t>(ref.level + 1);
  const std::string name = sketch_.add("locator", {{"tensor", ref.tensor}, {"level", level}},
                                       {{"crd", context.crds.back()}, {"ref", ref}});
  context.innermost().push_back(
      sketch_.out(name, "ref", StreamKind::ref, ref.tensor, ref.level + 1));
  return true;
}

bool GraphGenerator::join() {
  const Context context = any_context();
  const std::vector<Wire> refs = scannable(context);
  if (context.depth() >= kDeepest || refs.empty()) {
    return false;
  }
  const size_t sides = random_.chance(75) ? 2 : 3;
  std::vector<Wire> chosen;
  uint64_t length = 0;
  for (size_t s = 0; s < sides; ++s) {
    chosen.push_back(random_.pick(refs));
    length = std::max(length, fiber_length(chosen.back()));
  }
  if (context.points * length > kMostPoints) {
    return false;
  }
  Sketch::Inputs inputs;
  std::vector<std::pair<std::string, Wire>> outs;  // port and what it mirrors
  const bool plain = random_.chance(50);           // one payload a side: the fast loop
  for (size_t s = 0; s < sides; ++s) {
    Wire crd;
    std::vector<Wire> payloads = {scanner(chosen[s], crd)};
    inputs.emplace_back(fmt::format("crd{}", s), crd);
    if (!plain) {
      for (const Wire& wire : repeated(context.payloads.back(), crd, 25)) {
        payloads.push_back(wire);
      }
      if (random_.chance(15)) {
        payloads.clear();
      }
    }
    for (size_t k = 0; k < payloads.size(); ++k) {
      inputs.emplace_back(fmt::format("in{}_{}", s, k), payloads[k]);
      outs.emplace_back(fmt::format("out{}_{}", s, k), payloads[k]);
    }
  }
  static const std::vector<std::string> kJoiners = {"intersect", "union", "left_join"};
  const std::string name = sketch_.add(random_.pick(kJoiners), {}, inputs);
  Context deeper = context;
  deeper.points *= length;
  deeper.crds.push_back(sketch_.out(name, "crd", StreamKind::crd));
  std::vector<Wire> payloads;
  for (const auto& [port, wire] : outs) {
    payloads.push_back(sketch_.out(name, port, wire.kind, wire.tensor, wire.level));
  }
  for (const Wire& wire : repeated(context.payloads.back(), deeper.crds.back(), 25)) {
    payloads.push_back(wire);
  }
  deeper.payloads.push_back(payloads);
  contexts_.push_back(deeper);
  return true;
}

bool GraphGenerator::hold() {
  Context context = any_context();
  if (context.depth() < 2) {
    return false;
  }
  const size_t inner = context.depth() - 1;
  const std::string name = sketch_.add(
      "holder", {}, {{"outer", context.crds[inner - 1]}, {"inner", context.crds[inner]}});
  context.innermost().push_back(sketch_.out(name, "outer", StreamKind::crd));
  context.crds[inner] = sketch_.out(name, "inner", StreamKind::crd);
  contexts_.push_back(context);
  return true;
}

bool GraphGenerator::drop() {
  Context context = any_context();
  if (context.depth() < 2) {
    return false;
  }
  const size_t outer = random_.below(context.depth() - 1);
  Sketch::Inputs inputs = {{"outer", context.crds[outer]}, {"in0", context.crds[outer + 1]}};
  std::vector<Wire*> passengers;
  for (size_t loop = outer + 2; loop < context.depth(); ++loop) {
    passengers.push_back(&context.crds[loop]);
  }
  context.payloads[outer + 1].clear();  // they do not lose the coordinates that outer loses
  for (size_t depth = outer + 2; depth <= context.depth(); ++depth) {
    std::erase_if(context.payloads[depth], [&](const Wire&) { return random_.chance(40); });
    for (Wire& wire : context.payloads[depth]) {
      passengers.push_back(&wire);
    }
  }
  for (size_t k = 0; k < passengers.size(); ++k) {
    inputs.emplace_back(fmt::format("in{}", k + 1), *passengers[k]);
  }
  const std::string name = sketch_.add("dropper", {}, inputs);
  context.crds[outer] = sketch_.out(name, "outer", StreamKind::crd);
  context.crds[outer + 1] = sketch_.out(name, "out0", StreamKind::crd);
  for (size_t k = 0; k < passengers.size(); ++k) {
    const Wire old = *passengers[k];
    *passengers[k] =
        sketch_.out(name, fmt::format("out{}", k + 1), old.kind, old.tensor, old.level);
  }
  contexts_.push_back(context);
  return true;
}

}  // namespace fiberloom::testing
