#include <algorithm>

#include <fmt/format.h>

#include "sim/graph_generator.h"

namespace fiberloom::testing {

std::vector<Wire> GraphGenerator::of_kind(const std::vector<Wire>& wires, StreamKind kind) const {
  std::vector<Wire> chosen;
  std::ranges::copy_if(wires, std::back_inserter(chosen),
                       [kind](const Wire& wire) { return wire.kind == kind; });
  return chosen;
}

bool GraphGenerator::load() {
  Context& context = any_context();
  std::vector<Wire>& payloads = context.payloads[random_.below(context.payloads.size())];
  std::vector<Wire> refs;
  for (const Wire& wire : payloads) {
    if (wire.kind == StreamKind::ref && !wire.tensor.empty() &&
        wire.level + 1 ==
            static_cast<int>(sketch_.graph().tensors.at(wire.tensor).format.levels())) {
      refs.push_back(wire);
    }
  }
  if (refs.empty()) {
    return false;
  }
  const Wire ref = random_.pick(refs);
  const std::string name = sketch_.add("array", {{"tensor", ref.tensor}}, {{"ref", ref}});
  payloads.push_back(sketch_.out(name, "val", StreamKind::val));
  return true;
}

std::string GraphGenerator::alu_of(const std::vector<Wire>& values) {
  static const std::vector<std::string> kBinary = {"add", "sub", "mul", "div", "min", "max"};
  static const std::vector<std::string> kUnary = {"neg",  "abs", "sqrt",  "exp",
                                                  "relu", "pow", "scale", "offset"};
  if (random_.chance(65)) {
    return sketch_.add("alu", {{"op", random_.pick(kBinary)}},
                       {{"in0", random_.pick(values)}, {"in1", random_.pick(values)}});
  }
  return sketch_.add("alu", {{"op", random_.pick(kUnary)}, {"by", 0.5}},
                     {{"in0", random_.pick(values)}});
}

bool GraphGenerator::compute() {
  Context& context = any_context();
  std::vector<Wire>& payloads = context.payloads[random_.below(context.payloads.size())];
  const std::vector<Wire> values = of_kind(payloads, StreamKind::val);
  if (values.empty()) {
    return false;
  }
  payloads.push_back(sketch_.out(alu_of(values), "val", StreamKind::val));
  return true;
}

bool GraphGenerator::reduce() {
  static const std::vector<std::string> kOps = {"sum", "min", "max", "product"};
  Context& context = any_context();
  if (context.depth() == 0) {
    return false;
  }
  const size_t depth = random_.between(1, context.depth());
  const std::vector<Wire> values = of_kind(context.payloads[depth], StreamKind::val);
  if (values.empty()) {
    return false;
  }
  const std::string empty = random_.chance(70) ? "absent" : "zero";
  const std::string name = sketch_.add("reducer", {{"op", random_.pick(kOps)}, {"empty", empty}},
                                       {{"val", random_.pick(values)}});
  context.payloads[depth - 1].push_back(sketch_.out(name, "val", StreamKind::val));
  return true;
}

bool GraphGenerator::accumulate() {
  Context context = any_context();
  const std::vector<Wire> values = of_kind(context.payloads.back(), StreamKind::val);
  if (context.depth() < 2 || values.empty()) {
    return false;
  }
  const size_t n = random_.between(1, context.depth() - 1);
  const size_t outer = context.depth() - n - 1;  // loops that stay as they are
  Sketch::Inputs inputs;
  std::vector<uint64_t> perm(n);
  for (size_t k = 0; k < n; ++k) {
    inputs.emplace_back(fmt::format("crd{}", k), context.crds[outer + 1 + k]);
    perm[k] = k;
  }
  inputs.emplace_back("val", random_.pick(values));
  Sketch::Values parameters;
  if (n > 1 && random_.chance(50)) {
    for (size_t k = n; k > 1; --k) {
      std::swap(perm[k - 1], perm[random_.below(k)]);
    }
    parameters.emplace_back("perm", perm);
  }
  const std::string name = sketch_.add("accumulator", parameters, inputs);
  context.crds.resize(outer);
  context.payloads.resize(outer + 1);
  for (size_t k = 0; k < n; ++k) {
    context.crds.push_back(sketch_.out(name, fmt::format("crd{}", k), StreamKind::crd));
    context.payloads.emplace_back();
  }
  context.innermost().push_back(sketch_.out(name, "val", StreamKind::val));
  contexts_.push_back(context);
  return true;
}

bool GraphGenerator::write() {
  const Context& context = any_context();
  const std::vector<Wire> values = of_kind(context.payloads.back(), StreamKind::val);
  if (values.empty() || results_ >= 3) {
    return false;
  }
  const std::string name = fmt::format("X{}", results_++);
  TensorFormat format = uniform_format('s', context.depth());
  auto& shape = sketch_.bench().result_shapes[name];
  unsigned dense = 0;
  for (size_t k = 0; k < context.depth(); ++k) {
    if (dense < 2 && random_.chance(30)) {
      format.letters[k] = 'd';
      ++dense;
    }
    std::swap(format.order[k], format.order[random_.between(0, k)]);
  }
  for (size_t m = 0; m < context.depth(); ++m) {
    const bool known = dense > 0 || random_.chance(50);
    shape.push_back(known ? std::optional<uint64_t>(16) : std::nullopt);
  }
  sketch_.bench().graph.tensors[name] = {.name = name, .format = format};
  Wire parent;
  for (size_t k = 0; k < context.depth(); ++k) {
    const std::string writer = sketch_.add("writer", {{"tensor", name}, {"level", uint64_t{k}}},
                                           {{"ref", parent}, {"crd", context.crds[k]}});
    parent = {.block = writer, .port = "ref"};
  }
  sketch_.add("writer", {{"tensor", name}, {"level", kValuesLevel}},
              {{"ref", parent}, {"val", random_.pick(values)}});
  return true;
}

}  // namespace fiberloom::testing
