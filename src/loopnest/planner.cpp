#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "loopnest/iteration_algebra.h"
#include "loopnest/linearity.h"
#include "loopnest/loop_order.h"
#include "loopnest/plan.h"

namespace fiberloom {
namespace {

class Planner {
 public:
  Planner(Plan& plan, const PlanOptions& options)
      : plan_(plan),
        algebra_(plan.walks, absent_, plan.schedule.data, options.scan_dense),
        dense_temporaries_(options.kernel),
        order_(plan.order) {}

  /// Walks the operands in the order of the branch that they stand in.
  void find_walks(const Expr& e, const TensorFormats& formats) {
    const IndexVariables around = order_;
    if (const Reduction* made = as_temporary(e)) {
      order_ = order_inside(*plan_.schedule.find(made->temporary), around);
    }
    if (const auto* operand = as<Access>(e)) {
      const TensorFormat& format = formats.at(operand->tensor);
      check_tensor_format(format, operand->indices.size());
      plan_.walks.emplace(e.get(), walk_of(*operand, format, order_));
    }
    check_order_here(plan_.statement, e, order_);
    for (const Expr& kid : kids(e)) {
      find_walks(kid, formats);
    }
    order_ = around;
  }

  void run() {
    IndexVariables need = plan_.statement.result.indices;
    sort(need);
    plan_.root = nest(plan_.statement.right, need);
  }

 private:
  size_t place(const std::string& variable) const { return position_in(order_, variable); }
  void sort(IndexVariables& variables) const {
    std::ranges::sort(variables, {}, [&](const std::string& v) { return place(v); });
  }

  Nest nest(Expr e, const IndexVariables& kept) {
    if (as<Reduction>(e) == nullptr) {
      e = pull_sum_out(e, kept);
    }
    Nest made{.kept = kept};
    made.body = e;
    bool whole_extent = false;
    if (const auto* reduction = as<Reduction>(e);
        reduction != nullptr && reduction->temporary.empty() && can_collect(*reduction, kept)) {
      made.reduced = reduction->variables;
      sort(made.reduced);
      made.reducer = reduction->reducer;
      whole_extent = info(reduction->reducer).whole_extent;
      made.body = reduction->body;
    }
    IndexVariables pending = kept;
    std::ranges::copy(made.reduced, std::back_inserter(pending));
    sort(pending);
    while (!pending.empty()) {
      Loop loop{.variable = pending.front(), .wheres = {}, .set = nullptr};
      made.body = hoist(made.body, loop.variable, pending, loop.wheres);
      loop.set = algebra_.set_of(made.body, loop.variable,
                                 whole_extent && contains(made.reduced, loop.variable));
      collect_absent(loop.set, plan_.walks, loop.variable, absent_);
      pending.erase(pending.begin());
      made.loops.push_back(std::move(loop));
    }
    plan_inner(made.body, made);
    return made;
  }

  /// The reductions that need no loop of this nest any more.
  void plan_inner(const Expr& e, Nest& made) {
    if (as<Reduction>(e) != nullptr) {
      made.inner[e.get()] = producer_of(e, {});
      return;
    }
    for (const Expr& kid : kids(e)) {
      plan_inner(kid, made);
    }
  }

  /// Moves -S and c*S into a sum S one of whose loops is outside one that is kept: equal by
  /// linearity where c is finite, and S needs no temporary then. Not S/c: integers are cut.
  Expr pull_sum_out(const Expr& e, const IndexVariables& kept) const {
    const auto moved = [&](const Expr& inner, const auto& around) -> Expr {
      const Expr found = pull_sum_out(inner, kept);
      const Reduction* s = as_plain_sum(found);
      return s != nullptr && stands_outside(*s, kept) ? sum(s->variables, around(s->body), e->span)
                                                      : e;
    };
    if (is(e, Operator::neg)) {
      return moved(as<Unary>(e)->operand, [&](const Expr& body) { return with_kids(e, {body}); });
    }
    if (!is(e, Operator::mul)) {
      return e;
    }
    const auto& [op, left, right] = *as<Binary>(e);
    if (is_factor(right)) {
      return moved(left, [&, r = right](const Expr& body) { return with_kids(e, {body, r}); });
    }
    if (is_factor(left)) {
      return moved(right, [&, l = left](const Expr& body) { return with_kids(e, {l, body}); });
    }
    return e;
  }
  static bool is_factor(const Expr& e) { return variables(e).empty() && surely_finite(e); }
  /// Accumulators add: another reduction around a loop that is kept (one that it does not use, for
  /// check_order refuses the others) must be finished before.
  bool can_collect(const Reduction& reduction, const IndexVariables& kept) const {
    return !info(reduction.reducer).whole_extent || !stands_outside(reduction, kept);
  }
  bool stands_outside(const Reduction& reduction, const IndexVariables& kept) const {
    return std::ranges::any_of(reduction.variables, [&](const std::string& reduced) {
      return std::ranges::any_of(kept,
                                 [&](const std::string& v) { return place(reduced) < place(v); });
    });
  }

  /// The nest of a reduction or of a temporary that was asked for, which runs in an order of its
  /// own.
  std::shared_ptr<const Nest> producer_of(const Expr& e, IndexVariables kept) {
    const Reduction* asked = as_temporary(e);
    if (asked == nullptr) {
      return std::make_shared<const Nest>(nest(e, kept));
    }
    const IndexVariables around = order_;
    order_ = order_inside(*plan_.schedule.find(asked->temporary), around);
    sort(kept);
    auto made = std::make_shared<const Nest>(nest(asked->body, kept));
    order_ = around;
    return made;
  }

  /// Makes a temporary of every reduction that must be, or can be, finished before the loop of
  /// `variable`. `pending`: the loops to come, those of reductions around `e` included.
  Expr hoist(const Expr& e, const std::string& variable, const IndexVariables& pending,
             std::vector<Where>& wheres) {
    IndexVariables inside = pending;
    const IndexVariables around = order_;
    if (const auto* reduction = as<Reduction>(e)) {
      IndexVariables kept;
      std::ranges::copy_if(pending, std::back_inserter(kept),
                           [&](const std::string& v) { return uses(e, v); });
      if (kept.empty() || must_precede(*reduction, variable)) {
        return make_temporary(e, variable, kept, wheres);
      }
      if (as_temporary(e) != nullptr) {
        order_ = order_inside(*plan_.schedule.find(reduction->temporary), around);
      }
      std::ranges::copy(reduction->variables, std::back_inserter(inside));
      sort(inside);
    }
    std::vector<Expr> parts = kids(e);
    for (Expr& part : parts) {
      part = hoist(part, variable, inside, wheres);
    }
    order_ = around;
    return with_kids(e, parts);
  }
  bool must_precede(const Reduction& reduction, const std::string& variable) const {
    if (!reduction.temporary.empty()) {
      return !contains(plan_.schedule.find(reduction.temporary)->shared, variable);
    }
    return std::ranges::any_of(reduction.variables, [&](const std::string& reduced) {
      return place(reduced) < place(variable);
    });
  }

  Expr make_temporary(const Expr& e, const std::string& variable, const IndexVariables& kept,
                      std::vector<Where>& wheres) {
    const std::shared_ptr<const Nest> producer = producer_of(e, kept);
    const Reduction* asked = as_temporary(e);
    const Expr leaf = access(asked != nullptr ? asked->temporary : new_name(), kept, e->span);
    const Where::Kind kind = kept.empty()                       ? Where::Kind::scalar
                             : kept == IndexVariables{variable} ? Where::Kind::stream
                                                                : Where::Kind::tree;
    Walk walk{.tensor = as<Access>(leaf)->tensor,
              .format = temporary_format(*producer, kept),
              .variables = kept,
              .temporary = true,
              .streamed = kind == Where::Kind::stream};
    plan_.walks.emplace(leaf.get(), std::move(walk));
    absent_.insert(leaf.get());
    wheres.push_back({.kind = kind, .leaf = leaf, .variables = kept, .producer = producer});
    return leaf;
  }

  /// Compressed levels; dense ones where every coordinate is made anyway and storage is ours.
  TensorFormat temporary_format(const Nest& producer, const IndexVariables& kept) const {
    TensorFormat format = uniform_format('s', kept.size());
    for (const Loop& loop : producer.loops) {
      if (dense_temporaries_ && contains(kept, loop.variable) &&
          visits_all(loop.set, loop.variable, plan_.walks, [](const Expr&) { return true; })) {
        format.letters[position_in(kept, loop.variable)] = 'd';
      }
    }
    return format;
  }

  std::string new_name() {
    std::string name;
    do {
      name = fmt::format("t{}", temporaries_++);
    } while (std::ranges::any_of(plan_.walks,
                                 [&](const auto& walk) { return walk.second.tensor == name; }) ||
             plan_.schedule.find(name) != nullptr || plan_.statement.result.tensor == name);
    return name;
  }

  Plan& plan_;
  std::set<const ExprNode*> absent_;
  IterationAlgebra algebra_;
  bool dense_temporaries_;
  IndexVariables order_;  ///< of the branch that is being planned
  size_t temporaries_ = 0;
};

}  // namespace

Plan make_plan(const Scheduled& scheduled, const TensorFormats& formats,
               const PlanOptions& options) {
  Plan plan{.written = scheduled.written,
            .statement = scheduled.statement,
            .order = variable_order(scheduled, options.kernel),
            .schedule = scheduled};
  const Access& result = plan.statement.result;
  plan.result = formats.at(result.tensor);
  check_tensor_format(plan.result, result.indices.size());
  Planner planner(plan, options);
  planner.find_walks(plan.statement.right, formats);
  planner.run();
  return plan;
}

}  // namespace fiberloom
