// precompute(expr,i,iw[,name]): the subexpression becomes a temporary over i, made before the first
// loop that it does not share. Sums that it alone needs move into it where their loops stand inside
// those that it shares.

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/parser.h"
#include "loopnest/schedule/arguments.h"
#include "loopnest/schedule/branches.h"
#include "loopnest/schedule/match.h"

namespace fiberloom {
namespace {

struct Arguments {
  Expr pattern;
  IndexVariables kept;
  IndexVariables loops;
  std::string name;  ///< empty: none given
};

Expr pattern_of(const ScheduleCommand& command) {
  try {
    return parse_expression(command.arguments[0]);
  } catch (const Error& error) {
    throw command.error(
        fmt::format("'{}' is no expression: {}", command.arguments[0], error.message()),
        error.hint());
  }
}

Arguments arguments_of(const ScheduleCommand& command, const Scheduled& scheduled) {
  command.require_arguments(3, 4);
  Arguments arguments{.pattern = pattern_of(command),
                      .kept = names_of(command.arguments[1]),
                      .loops = names_of(command.arguments[2]),
                      .name = command.arguments.size() == 4 ? command.arguments[3] : ""};
  if (arguments.kept.size() != arguments.loops.size()) {
    throw command.error(fmt::format("{} variables, but {} names for the temporary's loops",
                                    arguments.kept.size(), arguments.loops.size()));
  }
  for (size_t k = 0; k < arguments.kept.size(); ++k) {
    if (std::ranges::count(arguments.kept, arguments.kept[k]) > 1 ||
        std::ranges::count(arguments.loops, arguments.loops[k]) > 1) {
      throw command.error("a variable is named twice");
    }
    if (arguments.loops[k] != arguments.kept[k]) {
      require_new_name(command, scheduled, arguments.loops[k]);
    }
  }
  if (!arguments.name.empty()) {
    require_new_name(command, scheduled, arguments.name);
  }
  return arguments;
}

/// Moves the sums over `candidates` that only the temporary needs from around its product into it.
class Sinker {
 public:
  Sinker(const std::string& name, const IndexVariables& candidates)
      : name_(name), candidates_(candidates) {}

  Expr operator()(const Expr& e) const {
    if (as_plain_sum(e) == nullptr) {
      return e;
    }
    auto [summed, product] = sum_of_product(e);
    const auto leaf = std::ranges::find_if(product.factors, [&](const Expr& factor) {
      return as_temporary(factor) != nullptr && as_temporary(factor)->temporary == name_;
    });
    if (leaf == product.factors.end()) {
      return e;
    }
    IndexVariables inside;
    IndexVariables outside;
    for (const std::string& variable : summed) {
      const bool alone = std::ranges::none_of(product.factors, [&](const Expr& factor) {
        return factor != *leaf && (uses(factor, variable) || !surely_finite(factor));
      });
      const bool moves = alone && contains(candidates_, variable) && uses(*leaf, variable);
      (moves ? inside : outside).push_back(variable);
    }
    const Expr body = sum_of(inside, as_temporary(*leaf)->body, e->span);
    *leaf = with_kids(*leaf, {body});
    return sum_of(outside, to_expr(product, e->span), e->span);
  }

 private:
  const std::string& name_;
  const IndexVariables& candidates_;
};

/// Variables whose sums may move in: not those that are kept, and inside all loops that are shared
/// whatever moves.
IndexVariables may_move(const Scheduled& scheduled, const std::string& branch, const Expr& matched,
                        const IndexVariables& kept) {
  IndexVariables free = free_variables(matched);
  const IndexVariables needed = scheduled.statement.result.indices;
  const IndexVariables order = order_of_branch(scheduled, branch);
  size_t last = 0;
  for (const std::string& variable : free) {
    if (!contains(kept, variable) && contains(needed, variable)) {
      last = std::max(last, position_in(order, variable) + 1);
    }
  }
  std::erase_if(free, [&](const std::string& variable) {
    return contains(kept, variable) || contains(needed, variable) ||
           position_in(order, variable) < last;
  });
  return free;
}

void require_kept(const ScheduleCommand& command, const Scheduled& scheduled, const Expr& matched,
                  const IndexVariables& kept) {
  for (const std::string& variable : kept) {
    if (uses(matched, variable)) {
      continue;
    }
    const bool part =
        !contains(variables(scheduled.statement), variable) && contains(scheduled.order, variable);
    throw command.error(
        fmt::format("{} has no index '{}'", to_string(matched), variable),
        part ? "make the temporary before its loops are split, fused or bounded"
             : fmt::format("its indices: {}", fmt::join(free_variables(matched), ", ")));
  }
}

void precompute(const ScheduleCommand& command, Scheduled& scheduled) {
  const Arguments arguments = arguments_of(command, scheduled);
  Temporary made{.name = arguments.name, .kept = arguments.kept, .loops = arguments.loops};
  IndexVariables moving;
  const Expr replaced = replace_match(
      scheduled.statement.right, arguments.pattern,
      [&](const Expr& matched, const std::string& consumer) {
        require_kept(command, scheduled, matched, arguments.kept);
        made.consumer = consumer;
        if (made.name.empty()) {
          made.name = temporary_name(
              scheduled, "t_" + (consumer.empty() ? scheduled.statement.result.tensor : consumer));
        }
        moving = may_move(scheduled, consumer, matched, arguments.kept);
        return temporary(made.name, matched, matched->span);
      });
  if (made.name.empty() || replaced == scheduled.statement.right) {
    throw command.error(fmt::format("{} does not contain {}", to_string(scheduled.statement.right),
                                    to_string(arguments.pattern)));
  }
  const Sinker sink(made.name, moving);
  scheduled.statement.right = rewrite(replaced, [&](const Expr& e) { return sink(e); });
  if (const Temporary* around = scheduled.find(made.consumer)) {
    made.shared = around->shared;
  }
  const Expr body = branch(scheduled, made.name);
  std::ranges::copy_if(
      free_variables(body), std::back_inserter(made.shared),
      [&](const std::string& v) { return !contains(made.kept, v) && !contains(made.shared, v); });
  std::erase_if(made.shared, [&](const std::string& v) { return contains(made.kept, v); });
  scheduled.temporaries.push_back(made);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  try {
    Scheduled tried = scheduled;
    precompute(command, tried);
    return true;
  } catch (const Error&) {
    return false;
  }
}

const ScheduleCommands registration(
    {.name = "precompute",
     .syntax = "precompute(expr,i,iw[,name]), precompute(expr,{i,..},{iw,..}[,name])",
     .summary = "makes a subexpression a temporary over i, whose own loop is called iw",
     .concerns = concerns,
     .apply = precompute});

}  // namespace
}  // namespace fiberloom
