// distribute(i): moves the sum over i inward, to the factors that use it.

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "loopnest/linearity.h"
#include "loopnest/schedule/arguments.h"

namespace fiberloom {
namespace {

/// Moves sums over one variable as far inward as they go.
class Mover {
 public:
  explicit Mover(const std::string& variable) : variable_(variable) {}

  bool found = false;  ///< a sum over the variable
  bool moved = false;
  Expr in_the_way{};  ///< a factor that no sum can move past

  Expr operator()(const Expr& e) {
    const Reduction* sum = as_plain_sum(e);
    if (sum == nullptr || !contains(sum->variables, variable_)) {
      return e;
    }
    found = true;
    const std::optional<Expr> inside = pushed(sum->body);
    if (!inside) {
      return e;
    }
    moved = true;
    IndexVariables others = sum->variables;
    std::erase(others, variable_);
    return sum_of(others, *inside, e->span);
  }

 private:
  Expr summed(const Expr& e) {
    const std::optional<Expr> further = pushed(e);
    return further ? *further : sum_of({variable_}, e, e->span);
  }

  /// The sum of `e`, narrower than `e`; nothing where it must stand around all of it.
  std::optional<Expr> pushed(const Expr& e) {
    if (const Reduction* inner = as_plain_sum(e)) {
      const std::optional<Expr> inside = pushed(inner->body);
      return inside ? std::optional(sum_of(inner->variables, *inside, e->span)) : std::nullopt;
    }
    const Product product = product_of(e);
    if (!uses(product, variable_)) {
      return std::nullopt;  // a sum of equal terms, as many as the variable has coordinates
    }
    Product group;
    Product apart{.negative = product.negative};
    size_t place = 0;
    for (const Expr& factor : product.factors) {
      const bool used = uses(factor, variable_);
      in_the_way = used || surely_finite(factor) ? in_the_way : factor;
      if (used || !surely_finite(factor)) {
        place = group.empty() ? apart.factors.size() : place;
        group.factors.push_back(factor);
      } else {
        apart.factors.push_back(factor);
      }
    }
    if (apart.empty() && !product.negative) {
      return std::nullopt;
    }
    const Expr inside = summed(to_expr(group, e->span));
    apart.factors.insert(apart.factors.begin() + static_cast<std::ptrdiff_t>(place), inside);
    return to_expr(apart, e->span);
  }

  const std::string& variable_;
};

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return contains(variables(scheduled.statement.right), command.arguments[0]) &&
         !contains(scheduled.statement.result.indices, command.arguments[0]);
}

void distribute(const ScheduleCommand& command, Scheduled& scheduled) {
  command.require_arguments(1, 1);
  const std::string& variable = command.arguments[0];
  Mover mover(variable);
  const Expr made = rewrite(scheduled.statement.right, [&](const Expr& e) { return mover(e); });
  if (!mover.found) {
    throw command.error(fmt::format("nothing is summed over '{}'", variable),
                        contains(scheduled.statement.result.indices, variable)
                            ? fmt::format("{} is an index of the result", variable)
                            : "");
  }
  if (!mover.moved) {
    throw command.error(
        mover.in_the_way == nullptr
            ? fmt::format("the sum over {} stands at the factors that use it already", variable)
            : fmt::format("the sum over {} cannot move past {}", variable,
                          to_string(mover.in_the_way)),
        mover.in_the_way == nullptr ? ""
                                    : "its value may not be finite: sums pass only what is no "
                                      "quotient, power, root or exponential");
  }
  scheduled.statement.right = made;
}

const ScheduleCommands registration({.name = "distribute",
                                     .syntax = "distribute(i)",
                                     .summary = "moves the sum over i to the factors that use it",
                                     .concerns = concerns,
                                     .apply = distribute});

}  // namespace
}  // namespace fiberloom
