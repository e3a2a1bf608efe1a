#include "loopnest/schedule/scheduled.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "einsum/scoping.h"
#include "loopnest/loop_order.h"

namespace fiberloom {
namespace {

void append_new(IndexVariables& list, const IndexVariables& more) {
  std::ranges::copy_if(more, std::back_inserter(list),
                       [&](const std::string& v) { return !contains(list, v); });
}

/// The order of the branch called `name` inside `e`, whose own loops run in order `around`; empty
/// where it is not there.
IndexVariables find_order(const Scheduled& scheduled, const Expr& e, const std::string& name,
                          const IndexVariables& around) {
  const Reduction* made = as_temporary(e);
  const IndexVariables order =
      made == nullptr ? around : order_inside(*scheduled.find(made->temporary), around);
  if (made != nullptr && made->temporary == name) {
    return order;
  }
  for (const Expr& kid : kids(e)) {
    const IndexVariables found = find_order(scheduled, kid, name, order);
    if (!found.empty()) {
      return found;
    }
  }
  return {};
}

}  // namespace

const Temporary* Scheduled::find(const std::string& temporary) const {
  const auto found = std::ranges::find(temporaries, temporary, &Temporary::name);
  return found == temporaries.end() ? nullptr : &*found;
}

const Split* DataSplits::of_part(const std::string& part) const {
  const auto found = std::ranges::find_if(
      splits, [&](const Split& split) { return split.outer == part || split.inner == part; });
  return found == splits.end() ? nullptr : &*found;
}

Scheduled unscheduled(const Statement& written, const TensorFormats& formats) {
  Scheduled scheduled;
  scheduled.written = written;
  scheduled.statement = scoped(written);
  scheduled.order = default_order(scheduled.statement, formats);
  return scheduled;
}

IndexVariables variables_of_loop(const Scheduled& scheduled, const std::string& loop) {
  if (contains(variables(scheduled.statement), loop)) {
    return {loop};
  }
  const auto origin = [&](const std::string& name) { return variables_of_loop(scheduled, name); };
  for (const Split& split : scheduled.splits) {
    if (split.outer == loop || split.inner == loop) {
      return origin(split.variable);
    }
  }
  for (const Fusion& fusion : scheduled.fusions) {
    if (fusion.fused == loop) {
      IndexVariables both = origin(fusion.outer);
      append_new(both, origin(fusion.inner));
      return both;
    }
  }
  for (const PositionLoop& position : scheduled.positions) {
    if (position.position == loop) {
      return origin(position.variable);
    }
  }
  for (const Bound& bound : scheduled.bounds) {
    if (bound.bounded == loop && bound.variable != loop) {
      return origin(bound.variable);
    }
  }
  return {};
}

IndexVariables parts_of_loop(const Scheduled& scheduled, const std::string& loop) {
  for (const Split& split : scheduled.splits) {
    if (split.variable == loop) {
      return {split.outer, split.inner};
    }
  }
  for (const Fusion& fusion : scheduled.fusions) {
    if (fusion.outer == loop || fusion.inner == loop) {
      return {fusion.fused};
    }
  }
  for (const PositionLoop& position : scheduled.positions) {
    if (position.variable == loop) {
      return {position.position};
    }
  }
  for (const Bound& bound : scheduled.bounds) {
    if (bound.variable == loop && bound.bounded != loop) {
      return {bound.bounded};
    }
  }
  return {};
}

IndexVariables variable_order(const Scheduled& scheduled, bool innermost) {
  IndexVariables order;
  for (const std::string& loop : scheduled.order) {
    const IndexVariables over = variables_of_loop(scheduled, loop);
    if (innermost) {
      std::erase_if(order, [&](const std::string& v) { return contains(over, v); });
    }
    append_new(order, over);
  }
  return order;
}

IndexVariables order_inside(const Temporary& temporary, const IndexVariables& around) {
  IndexVariables order;
  std::ranges::copy_if(around, std::back_inserter(order),
                       [&](const std::string& v) { return contains(temporary.shared, v); });
  append_new(order, temporary.order.empty() ? around : temporary.order);
  append_new(order, around);
  return order;
}

IndexVariables order_of_branch(const Scheduled& scheduled, const std::string& branch) {
  const IndexVariables order = variable_order(scheduled);
  return branch.empty() ? order : find_order(scheduled, scheduled.statement.right, branch, order);
}

void check_bounds(const Scheduled& scheduled, const IndexSizes& sizes) {
  for (const Bound& bound : scheduled.bounds) {
    const auto size = sizes.find(bound.variable);
    const bool right = size == sizes.end() || bound.type == Bound::Type::minimum ||
                       (bound.type == Bound::Type::exact ? size->second == bound.size
                                                         : size->second <= bound.size);
    if (!right) {
      throw bad_input(fmt::format("bound says that {} has {} {}, but it has {}", bound.variable,
                                  bound.type == Bound::Type::exact ? "size" : "at most the size",
                                  bound.size, size->second));
    }
  }
}

}  // namespace fiberloom
