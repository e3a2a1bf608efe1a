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
        wire.level + 1 == static_cast<int>(levels_of(wire))) {
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

bool GraphGenerator::constant() {
  Context& context = any_context();
  const size_t depth = random_.below(context.payloads.size());
  std::vector<Wire> triggers = context.payloads[depth];
  if (depth > 0) {
    triggers.push_back(context.crds[depth - 1]);
  }
  if (triggers.empty()) {
    return false;
  }
  const double value = static_cast<double>(random_.below(9)) * 0.5 - 1;
  const std::string name =
      sketch_.add("constant", {{"value", value}}, {{"trigger", random_.pick(triggers)}});
  context.payloads[depth].push_back(sketch_.out(name, "val", StreamKind::val));
  return true;
}

std::vector<uint64_t> GraphGenerator::random_permutation(size_t n) {
  std::vector<uint64_t> perm(n);
  for (size_t k = 0; k < n; ++k) {
    perm[k] = k;
    std::swap(perm[k], perm[random_.below(k + 1)]);
  }
  return perm;
}

/// The n innermost coordinates, and some value among them.
Sketch::Inputs GraphGenerator::nested_inputs(const Context& context, size_t n) {
  Sketch::Inputs inputs;
  for (size_t k = 0; k < n; ++k) {
    inputs.emplace_back(fmt::format("crd{}", k), context.crds[context.depth() - n + k]);
  }
  inputs.emplace_back("val", random_.pick(of_kind(context.payloads.back(), StreamKind::val)));
  return inputs;
}

/// Collects points over the n innermost loops, and forgets the `reduced` ones around them.
void GraphGenerator::collect(Context context, const std::string& type, size_t n, size_t reduced) {
  Sketch::Values parameters;
  if (n > 1 && random_.chance(50)) {
    parameters.emplace_back("perm", random_permutation(n));
  }
  const std::string name = sketch_.add(type, parameters, nested_inputs(context, n));
  const size_t outer = context.depth() - n - reduced;
  context.crds.resize(outer);
  context.payloads.resize(outer + 1);
  for (size_t k = 0; k < n; ++k) {
    context.crds.push_back(sketch_.out(name, fmt::format("crd{}", k), StreamKind::crd));
    context.payloads.emplace_back();
  }
  context.innermost().push_back(sketch_.out(name, "val", StreamKind::val));
  contexts_.push_back(context);
}

bool GraphGenerator::accumulate() {
  const Context context = any_context();
  if (context.depth() < 2 || of_kind(context.payloads.back(), StreamKind::val).empty()) {
    return false;
  }
  collect(context, "accumulator", random_.between(1, context.depth() - 1), 1);
  return true;
}

bool GraphGenerator::sort() {
  const Context context = any_context();
  if (context.depth() < 1 || of_kind(context.payloads.back(), StreamKind::val).empty()) {
    return false;
  }
  collect(context, "sorter", random_.between(1, context.depth()), 0);
  return true;
}

bool GraphGenerator::buffer() {
  Context context = any_context();
  if (context.depth() < 1 || of_kind(context.payloads.back(), StreamKind::val).empty()) {
    return false;
  }
  const size_t n = random_.between(1, context.depth());
  const size_t outer = context.depth() - n;
  const std::string name = sketch_.add("buffer", {}, nested_inputs(context, n));
  buffers_[name] = outer == 0 ? context.points : std::min<uint64_t>(context.points, 4);
  context.points = outer == 0 ? 1 : context.points;
  context.crds.resize(outer);
  context.payloads.resize(outer + 1);
  context.innermost().push_back(sketch_.out(name, "ref", StreamKind::ref, name, -1));
  contexts_.push_back(context);
  return true;
}

bool GraphGenerator::drop_values() {
  Context context = any_context();
  const std::vector<Wire> values = of_kind(context.payloads.back(), StreamKind::val);
  if (context.depth() < 1 || values.empty()) {
    return false;
  }
  const std::string name = sketch_.add(
      "value_dropper", {}, {{"crd", context.crds.back()}, {"val", random_.pick(values)}});
  context.crds.back() = sketch_.out(name, "crd", StreamKind::crd);
  context.innermost() = {sketch_.out(name, "val", StreamKind::val)};
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
    const std::string writer =
        sketch_.add("writer", {{"tensor", name}, {"level", uint64_t{k}}},
                    {{"ref", parent}, {"crd", context.crds[k]}});
    parent = {.block = writer, .port = "ref"};
  }
  sketch_.add("writer", {{"tensor", name}, {"level", kValuesLevel}},
              {{"ref", parent}, {"val", random_.pick(values)}});
  return true;
}

}  // namespace fiberloom::testing
