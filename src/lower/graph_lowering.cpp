#include "lower/graph_lowering.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/constants.h"
#include "lower/graph_builder.h"
#include "lower/result_lowering.h"
#include "lower/set_lowering.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

/// What writers can fill: dense levels, and all others as compressed ones.
TensorFormat written_format(TensorFormat format) {
  for (char& letter : format.letters) {
    letter = LevelFormats::find(letter)->full ? letter : 's';
  }
  return format;
}

class GraphLowering {
 public:
  explicit GraphLowering(const Plan& plan)
      : plan_(plan), builder_(graph_), sets_(builder_, plan, leaves_) {}

  Graph lower() {
    const std::string& result = plan_.statement.result.tensor;
    graph_.name = result;
    graph_.expression = to_string(plan_.written);
    for (const Split& split : plan_.schedule.data.splits) {
      graph_.splits.push_back({.variable = split.variable,
                               .outer = split.outer,
                               .inner = split.inner,
                               .number = split.number,
                               .by_parts = split.by_parts});
    }
    for (const Bound& bound : plan_.schedule.bounds) {
      if (bound.type == Bound::Type::exact) {
        graph_.sizes[bound.variable] = bound.size;
      }
    }
    graph_.tensors[result] = {
        .name = result, .format = written_format(plan_.result), .indices = indices_of(result)};
    for (const Expr& leaf : accesses(plan_.statement.right)) {
      leaves_[leaf.get()] = {.tensor = declare(plan_.walks.at(leaf.get()))};
    }
    write_result(builder_, plan_, nest(plan_.root, {}));
    return std::move(graph_);
  }

 private:
  /// Of a tensor's modes, where they are split.
  IndexVariables indices_of(const std::string& tensor) const {
    const auto found = plan_.schedule.data.indices.find(tensor);
    if (found == plan_.schedule.data.indices.end() ||
        split_indices(graph_.splits, found->second) == found->second) {
      return {};
    }
    return found->second;
  }

  /// The graph's name of an operand in one storage.
  std::string declare(const Walk& walk) {
    std::string name = walk.tensor;
    if (walk.repacked) {
      name = fmt::format("{}_by_{}", walk.tensor, fmt::join(walk.variables, "_"));
    } else if (walk.tensor == plan_.statement.result.tensor) {
      name += "_old";
    }
    for (;; name += "_") {
      const auto [known, added] = graph_.tensors.try_emplace(name);
      TensorDeclaration& declared = known->second;
      if (added) {
        declared = {.name = name,
                    .format = walk.format,
                    .of = walk.tensor == name ? "" : walk.tensor,
                    .indices = indices_of(walk.tensor)};
      }
      const std::string& source = declared.of.empty() ? declared.name : declared.of;
      if (source == walk.tensor && declared.format == walk.format &&
          name != plan_.statement.result.tensor) {
        return name;
      }
    }
  }

  NestStreams nest(const Nest& nest, const LoopPath& around) {
    NestStreams streams;
    LoopPath inside = around;
    for (const Loop& loop : nest.loops) {
      for (const Where& where : loop.wheres) {
        make_temporary(where, inside);
      }
      const Stream crd = sets_.build(loop.set, loop.variable, inside);
      inside.emplace_back(loop.variable, crd);
      streams.crds[loop.variable] = crd;
    }
    streams.value = value(nest.body, nest, inside);
    for (auto loop = nest.loops.rbegin(); loop != nest.loops.rend(); ++loop) {
      if (contains(nest.reduced, loop->variable)) {
        reduce(nest, *loop, streams);
      }
    }
    return streams;
  }

  /// Combines the values along one loop; what was kept inside it must be collected in between.
  void reduce(const Nest& nest, const Loop& reduced, NestStreams& streams) {
    const Stream along = streams.crds.at(reduced.variable);
    streams.crds.erase(reduced.variable);
    IndexVariables inner;
    bool after = false;
    for (const Loop& loop : nest.loops) {
      if (after && streams.crds.contains(loop.variable)) {
        inner.push_back(loop.variable);
      }
      after = after || loop.variable == reduced.variable;
    }
    const std::string reducer(info(nest.reducer).name);
    const std::string name = fmt::format("{}_{}", reducer, reduced.variable);
    bool thin = along.thin || streams.value.loose;
    if (inner.empty()) {
      const std::string block =
          builder_.add("reducer", name, {{"val", streams.value}}, {{"op", reducer}});
      streams.value = {.block = block, .port = "val", .loose = thin, .is_value = true};
      return;
    }
    GraphBuilder::Inputs inputs;
    for (size_t k = 0; k < inner.size(); ++k) {
      inputs.emplace_back(fmt::format("crd{}", k), streams.crds.at(inner[k]));
      thin = thin || streams.crds.at(inner[k]).thin;
    }
    inputs.emplace_back("val", streams.value);
    const std::string block = builder_.add("accumulator", name, inputs);
    for (size_t k = 0; k < inner.size(); ++k) {
      streams.crds[inner[k]] = {
          .block = block, .port = fmt::format("crd{}", k), .thin = thin && k == 0};
    }
    streams.value = {.block = block, .port = "val", .is_value = true};
  }

  void make_temporary(const Where& where, const LoopPath& around) {
    NestStreams made = nest(*where.producer, around);
    sort_streams(builder_, "sort_" + as<Access>(where.leaf)->tensor, where.producer->kept,
                 where.variables, made);
    LeafState state{.tensor = as<Access>(where.leaf)->tensor};
    switch (where.kind) {
      case Where::Kind::scalar:
        state.stream = made.value;
        break;
      case Where::Kind::stream:
        state.stream = made.value;
        state.crd = made.crds.at(where.variables.front());
        break;
      case Where::Kind::tree:
        store(where, made, state);
        break;
    }
    leaves_[where.leaf.get()] = state;
  }

  void store(const Where& where, const NestStreams& made, LeafState& state) {
    GraphBuilder::Inputs inputs;
    for (size_t k = 0; k < where.variables.size(); ++k) {
      inputs.emplace_back(fmt::format("crd{}", k), made.crds.at(where.variables[k]));
    }
    inputs.emplace_back("val", made.value);
    state.tensor = builder_.add("buffer", state.tensor, inputs);
    state.stream = {.block = state.tensor, .port = "ref"};
    state.stored = true;
    state.holds_absent = made.value.loose;
  }

  /// The values of an expression below all loops of `around`.
  Stream value(const Expr& e, const Nest& around, const LoopPath& inside) {
    if (const auto inner = around.inner.find(e.get()); inner != around.inner.end()) {
      return nest(*inner->second, inside).value;
    }
    if (const std::optional<double> number = constant_value(e)) {
      const Stream context = inside.empty() ? Stream{} : inside.back().second;
      const std::string block =
          builder_.add("constant", "constant", {{"trigger", context}}, {{"value", *number}});
      return {.block = block, .port = "val", .is_value = true};
    }
    if (as<Access>(e) != nullptr) {
      return leaf_value(e);
    }
    if (const auto* function = as<Unary>(e)) {
      return function_value(*function, value(function->operand, around, inside));
    }
    const auto& [op, left, right] = *as<Binary>(e);
    const Stream a = value(left, around, inside);
    const Stream b = value(right, around, inside);
    const std::string name(info(op).name);
    const std::string block = builder_.add("alu", name, {{"in0", a}, {"in1", b}}, {{"op", name}});
    const bool loose = info(op).absent == AbsentRule::numerator ? a.loose : a.loose || b.loose;
    return {.block = block, .port = "val", .loose = loose, .is_value = true};
  }

  Stream leaf_value(const Expr& e) {
    const LeafState& leaf = leaves_.at(e.get());
    if (leaf.stream.is_value) {
      return leaf.stream;
    }
    const std::string block = builder_.add("array", leaf.tensor + "_values", {{"ref", leaf.stream}},
                                           {{"tensor", leaf.tensor}});
    return {.block = block,
            .port = "val",
            .loose = leaf.stream.loose || leaf.holds_absent,
            .is_value = true};
  }

  Stream function_value(const Unary& function, const Stream& operand) {
    const std::string name(info(function.op).name);
    GraphBuilder::Settings settings{{"op", name}};
    if (function.op == Operator::pow) {
      settings.emplace_back("by", function.exponent);
    }
    const std::string block = builder_.add("alu", name, {{"in0", operand}}, settings);
    return {.block = block,
            .port = "val",
            .loose = operand.loose && keeps_zero(function),
            .is_value = true};
  }

  const Plan& plan_;
  Graph graph_;
  GraphBuilder builder_;
  LeafStates leaves_;
  SetLowering sets_;
};

}  // namespace

Graph lower_to_graph(const Plan& plan) { return GraphLowering(plan).lower(); }

}  // namespace fiberloom
