#include "lower/kernel/nest_writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "einsum/constants.h"
#include "loopnest/iteration_algebra.h"
#include "loopnest/linearity.h"
#include "tensor/level_format.h"

namespace fiberloom {

NestWriter::NestWriter(KernelFrame& frame, const Plan& plan, const KernelOptions& options,
                       LeafCodes& leaves)
    : frame_(frame),
      plan_(plan),
      options_(options),
      leaves_(leaves),
      loop_writer_(frame, plan.walks, leaves),
      parts_(loop_writer_, plan.schedule),
      context_{
          .frame = frame, .loops = loop_writer_, .schedule = plan.schedule, .options = options} {
  const auto has_sparse_level = [](const TensorFormat& format) {
    return std::ranges::any_of(format.letters,
                               [](char letter) { return !LevelFormats::find(letter)->full; });
  };
  context_.structural = has_sparse_level(plan.result);
  for (const auto& [leaf, walk] : plan.walks) {
    context_.structural = context_.structural || (walk.temporary && has_sparse_level(walk.format));
  }
}

NestCode NestWriter::code_of(const Nest& nest) const {
  return {.nest = &nest, .loops = kernel_loops(nest, plan_.schedule, scope_)};
}

void NestWriter::write(Destination result) {
  NestCode root = code_of(plan_.root);
  if (result.sparse_levels() > 0) {
    if (const std::optional<ParallelRegion::Shared> shared = shared_rows(root, result)) {
      write_in_runs(root, std::move(result), *shared);
      return;
    }
  }
  TensorSink sink(context_, root, std::move(result));
  if (sink.destination().sparse_levels() == 0) {
    find_shared_loop(root, sink);
  }
  sink.destination().restart();
  loops(root, 0, sink);
  sink.destination().end();
  sink.destination().hand_over(frame_.hand_over, "(*result)");
}

void NestWriter::write_in_runs(const NestCode& root, Destination result,
                               const ParallelRegion::Shared& shared) {
  for (const Where* where : root.loops[0].wheres) {
    make_temporary(*where);
  }
  const std::string followed = shared.coordinates_each.empty() ? followed_segments(result) : "";
  const bool together = !followed.empty();
  result.share(followed);
  ParallelRegion region(frame_, shared);
  if (!together) {
    region.open();
  }
  TensorSink sink(context_, root, std::move(result));
  sink.destination().restart();
  if (together) {
    region.open();
  }
  run_ = region.open_run(&sink.destination());
  loops(root, 0, sink);
  region.close_run(&sink.destination());
  region.close(&sink.destination());
  if (together) {
    sink.destination().hand_over(frame_.hand_over, "(*result)");
  }
}

void NestWriter::loops(const NestCode& nest, size_t k, ValueSink& sink) {
  if (k == nest.loops.size()) {
    sink.before(k, "1");
    CValue made = value(nest.nest->body, *nest.nest);
    report_fault(made);
    if (!innermost_dense_) {
      // Scalar sums wait for each addition, which takes less time alone.
      made.factors = {};
    }
    sink.put(made);
    sink.after(k);
    return;
  }
  const KernelLoop& loop = nest.loops[k];
  if (!run_) {
    for (const Where* where : loop.wheres) {
      make_temporary(*where);
    }
    if (nest.shared == k) {
      share(nest, k, sink);
      return;
    }
  }
  if (loop.loop != nullptr) {
    visit(nest, k, sink);
  } else {
    count(nest, k, sink);
  }
}

void NestWriter::share(const NestCode& nest, size_t k, ValueSink& sink) {
  sink.before(k, "1");
  hooked_ = true;
  ParallelRegion region(frame_, shared_of(nest, k, nest.clause));
  region.open();
  run_ = region.open_run(nullptr);
  loops(nest, k, sink);
  region.close_run(nullptr);
  region.close(nullptr);
  sink.after(k);
}

LoopHints NestWriter::hints_of(const std::string& name) const {
  LoopHints hints;
  for (const Unrolling& unrolled : plan_.schedule.unrolled) {
    hints.unroll = unrolled.variable == name ? unrolled.factor : hints.unroll;
  }
  for (const Parallelization& parallel : plan_.schedule.parallel) {
    hints.vector = hints.vector ||
                   (parallel.variable == name && parallel.unit == Parallelization::Unit::vector);
  }
  return hints;
}

void NestWriter::count(const NestCode& nest, size_t k, ValueSink& sink) {
  const KernelLoop& loop = nest.loops[k];
  const std::optional<LoopWindow> run = std::exchange(run_, std::nullopt);
  const bool hooked = std::exchange(hooked_, false);
  const std::string name = frame_.variable(loop.name);
  if (!hooked) {
    sink.before(k, frame_.size_of(loop.over[0]));
  }
  const LoopHints hints = hints_of(loop.name);
  if (hints.vector) {
    throw bad_input(
        fmt::format("the loop of {} holds others: it cannot run in vectors", loop.name));
  }
  const std::string last = run ? run->last : parts_.count(loop.name);
  for (const std::string& pragma : hints.pragmas(loop.name)) {
    frame_.code.line(pragma);
  }
  frame_.code.open(
      fmt::format("for (index_t {0} = {1}; {0} < {2}; {0}++)", name, run ? run->first : "0", last));
  parts_.enter(loop.name);
  sink.enter(k);
  loops(nest, k + 1, sink);
  sink.leave(k);
  parts_.leave();
  frame_.code.close();
  if (!hooked) {
    sink.after(k);
  }
}

void NestWriter::visit(const NestCode& nest, size_t k, ValueSink& sink) {
  const KernelLoop& kernel_loop = nest.loops[k];
  const Loop& loop = *kernel_loop.loop;
  const bool hooked = std::exchange(hooked_, false);
  std::optional<LoopWindow> window = std::exchange(run_, std::nullopt);
  if (!window) {
    window = parts_.window(loop.variable);
  }
  const std::set<const ExprNode*> absent = context_.absent;
  collect_absent(loop.set, plan_.walks, loop.variable, context_.absent);
  scope_.push_back(loop.variable);
  loop_writer_.write(loop.set, loop.variable, window,
                     {.before =
                          [&](const std::string& most) {
                            if (!hooked) {
                              sink.before(k, most);
                            }
                          },
                      .inside =
                          [&](bool dense) {
                            innermost_dense_ = dense;
                            sink.enter(k);
                            loops(nest, k + 1, sink);
                            sink.leave(k);
                          },
                      .sum = [&] { return sink.sum_of(k); },
                      .sums = sink.sums(k),
                      .hints = hints_of(kernel_loop.name)});
  scope_.pop_back();
  context_.absent = absent;
  if (!hooked) {
    sink.after(k);
  }
}

CValue NestWriter::scalar(const Nest& nest) {
  ScalarSink sink(frame_, nest, context_.structural);
  loops(code_of(nest), 0, sink);
  return sink.made();
}

void NestWriter::make_temporary(const Where& where) {
  const ExprNode* node = where.leaf.get();
  if (where.kind == Where::Kind::scalar) {
    const CValue made = scalar(*where.producer);
    leaves_[node] = {
        .present = made.present, .scalar = made.text, .may_be_infinite = made.may_be_infinite};
    return;
  }
  const NestCode producer = code_of(*where.producer);
  const auto [known, is_new] = temporaries_.try_emplace(node);
  auto& [number, sink] = known->second;
  if (is_new) {
    number = frame_.add_temporary(as<Access>(where.leaf)->tensor);
  }
  leaves_[node] = {.operand = number, .may_be_infinite = !surely_finite(plan_.statement.right)};
  if (is_new) {
    sink = std::make_unique<TensorSink>(
        context_, producer,
        Destination::temporary(frame_, number, plan_.walks.at(node).format, where.variables));
  }
  sink->destination().restart();
  loops(producer, 0, *sink);
  sink->destination().end();
}

CValue NestWriter::value(const Expr& e, const Nest& around) {
  if (const auto inner = around.inner.find(e.get()); inner != around.inner.end()) {
    return scalar(*inner->second);
  }
  if (const std::optional<double> number = constant_value(e)) {
    return frame_.arithmetic.number(*number);
  }
  if (as<Access>(e) != nullptr) {
    return leaf_value(e);
  }
  if (const auto* function = as<Unary>(e)) {
    return frame_.arithmetic.apply(*function, value(function->operand, around));
  }
  const auto& [op, left, right] = *as<Binary>(e);
  const CValue a = value(left, around);
  const CValue b = value(right, around);
  return frame_.arithmetic.combine(op, a, b);
}

CValue NestWriter::leaf_value(const Expr& leaf) {
  const LeafCode& code = leaves_.at(leaf.get());
  if (code.present.is_never()) {
    return CValue::absent();
  }
  if (!code.scalar.empty()) {
    return {.text = code.scalar, .present = code.present, .may_be_infinite = code.may_be_infinite};
  }
  CValue made{.text = fmt::format("{}[{}]", frame_.values(code.operand), code.position),
              .present = code.present,
              .may_be_infinite = code.may_be_infinite};
  if (frame_.type_of(code.operand) != frame_.type) {
    made.text = fmt::format("(value_t){}", made.text);
  }
  if (code.present.is_tested()) {
    made.text = fmt::format("({} ? {} : 0)", code.present.text(), made.text);
  }
  return made;
}

void NestWriter::report_fault(const CValue& value) {
  if (value.fault.empty()) {
    return;
  }
  frame_.code.open(fmt::format("if ({})", value.fault));
  if (frame_.parallel) {
    frame_.code.line("#pragma omp critical");
    frame_.code.open("");
  }
  for (size_t k = 0; k < plan_.order.size(); ++k) {
    frame_.code.line(
        fmt::format("result->coordinates[{}] = {};", k,
                    contains(scope_, plan_.order[k]) ? frame_.variable(plan_.order[k]) : "-1"));
  }
  frame_.code.line("status = FIBERLOOM_DIVISION_BY_ZERO;");
  if (frame_.parallel) {
    frame_.code.close();
  }
  frame_.code.line(fmt::format("goto {};", frame_.scope().label("finish")));
  frame_.code.close();
}

}  // namespace fiberloom
