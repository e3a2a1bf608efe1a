#include "lower/kernel/tensor_sink.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/iteration_algebra.h"

namespace fiberloom {

TensorSink::TensorSink(const SinkContext& context, const NestCode& nest, Destination destination)
    : context_(context),
      destination_(std::move(destination)),
      sum_(context.frame, *nest.nest, context.structural),
      levels_(levels_of(nest.loops, *nest.nest, context.schedule, destination_.variables())) {
  const size_t wanted = destination_.variables().size();
  std::vector<bool> all(wanted, true);
  bool every = true;
  // What a union around leaves out is not visited.
  std::set<const ExprNode*> absent = context.absent;
  for (size_t k = 0; k < direct(); ++k) {
    const Loop& loop = *nest.loops[levels_.groups[k].last].loop;
    all[k] = context.loops.visits_all(loop.set, loop.variable, absent);
    every = every && all[k];
    collect_absent(loop.set, context.loops.walks(), loop.variable, absent);
  }
  in_order_ = direct() == wanted && levels_.loops == levels_.summed;
  in_place_ = !in_order_ && direct() >= destination_.sparse_levels();
  destination_.begin({.all = all,
                      .direct = direct(),
                      .accumulates = !in_order_ || !every,
                      .expected = expected(nest)});
  if (!in_order_ && !in_place_) {
    make_workspace();
  }
}

std::optional<size_t> TensorSink::level_where(size_t LoopLevels::Group::*end, size_t loop) const {
  const auto found = std::ranges::find(levels_.groups, loop, end);
  return found == levels_.groups.end()
             ? std::nullopt
             : std::optional(static_cast<size_t>(found - levels_.groups.begin()));
}

void TensorSink::before(size_t loop, const std::string& most) {
  if (const auto level = level_where(&LoopLevels::Group::first, loop)) {
    destination_.open(*level, most);
  }
  if (loop == levels_.summed) {
    sum_.begin();
  }
}

void TensorSink::enter(size_t loop) {
  if (const auto level = level_where(&LoopLevels::Group::last, loop)) {
    destination_.enter(*level);
  }
}

void TensorSink::leave(size_t loop) {
  if (const auto level = level_where(&LoopLevels::Group::last, loop)) {
    destination_.leave(*level);
  }
}

void TensorSink::after(size_t loop) {
  if (loop == levels_.summed) {
    deliver(sum_.made());
  }
  if (loop == levels_.loops && workspace_ != nullptr) {
    workspace_->drain(destination_);
  }
  if (const auto level = level_where(&LoopLevels::Group::first, loop)) {
    destination_.close(*level);
  }
}

std::optional<LoopSum> TensorSink::sum_of(size_t loop) const {
  return loop >= levels_.summed ? sum_.in_any_order() : std::nullopt;
}

/// How many coordinates the compressed levels may get: as many as the operands have that a level's
/// loop walks; as many as all operands together where a workspace comes in between.
std::vector<std::string> TensorSink::expected(const NestCode& nest) const {
  std::vector<std::string> counts;
  for (size_t k = 0; k < destination_.variables().size(); ++k) {
    std::string count;
    if (!destination_.dense(k) && k < direct()) {
      const Loop& loop = *nest.loops[levels_.groups[k].last].loop;
      count = context_.loops.expected(loop.set, loop.variable);
    } else if (!destination_.dense(k)) {
      count = all_positions();
    }
    counts.push_back(count.empty() || !context_.frame.parallel
                         ? count
                         : fmt::format("({}) / threads + 64", count));
  }
  return counts;
}

/// The coordinates of all operands together, an expression in C; empty where none is sparse.
std::string TensorSink::all_positions() const {
  std::set<std::string> counts;
  for (const auto& [leaf, walk] : context_.loops.walks()) {
    if (!walk.temporary && !walk.variables.empty()) {
      counts.insert(context_.loops.positions(leaf, walk.variables.size() - 1));
    }
  }
  counts.erase("");
  return fmt::format("{}", fmt::join(counts, " + "));
}

void TensorSink::make_workspace() {
  const IndexVariables& want = destination_.variables();
  const auto size = context_.options.sizes.find(want.back());
  const bool small =
      size == context_.options.sizes.end() || size->second <= context_.options.largest_array;
  if (direct() + 1 == want.size() && small) {
    workspace_ = std::make_unique<ArrayWorkspace>(context_.frame, destination_, direct());
  } else {
    workspace_ = std::make_unique<HashWorkspace>(context_.frame, destination_, direct());
  }
}

void TensorSink::deliver(const CValue& value) {
  if (workspace_ != nullptr) {
    workspace_->add(value);
  } else if (in_place_) {
    destination_.add(value);
  } else {
    destination_.store(value);
  }
}

}  // namespace fiberloom
