#include "loopnest/schedule/branches.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/schedule/arguments.h"

namespace fiberloom {
namespace {

bool bound_inside(const Expr& e, const std::string& variable) {
  bool found = false;
  visit(e, [&](const Expr& node) {
    const auto* reduction = as<Reduction>(node);
    found = found || (reduction != nullptr && contains(reduction->variables, variable));
  });
  return found;
}

/// The loops that producer and consumer begin with, those around the branch itself first.
IndexVariables common_loops(const Scheduled& scheduled, const std::string& branch,
                            const IndexVariables& producer, const IndexVariables& consumer) {
  const Temporary* around = scheduled.find(branch);
  IndexVariables shared = around == nullptr ? IndexVariables{} : around->shared;
  for (const std::string& variable : order_of_branch(scheduled, branch)) {
    const bool made = contains(producer, variable);
    const bool used = contains(consumer, variable);
    if (contains(shared, variable) || (!made && !used)) {
      continue;
    }
    if (!made || !used) {
      break;
    }
    shared.push_back(variable);
  }
  return shared;
}

/// A product in two, and which of its sums each is under.
struct Parts {
  Product producer{};
  Product rest{};
  IndexVariables inside{};   ///< summed in the producer alone
  IndexVariables outside{};  ///< summed over both
};

void require_linear(const ScheduleCommand& command, const Parts& parts) {
  for (const Expr& factor : parts.rest.factors) {
    if (!parts.inside.empty() && !surely_finite(factor)) {
      throw command.error(
          fmt::format("the sum over {} cannot move past {}", fmt::join(parts.inside, ", "),
                      to_string(factor)),
          "its value may not be finite: sums pass only what is no quotient, power, root or "
          "exponential");
    }
  }
}

/// The variables of the consumer's loops.
IndexVariables variables_of_rest(const Scheduled& scheduled, const std::string& consumer,
                                 const Parts& parts) {
  IndexVariables all = parts.outside;
  const auto add = [&](const IndexVariables& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (const Expr& factor : parts.rest.factors) {
    add(variables(factor));
  }
  add(consumer.empty() ? scheduled.statement.result.indices
                       : free_variables(branch(scheduled, consumer)));
  return all;
}

}  // namespace

Expr branch(const Scheduled& scheduled, const std::string& name) {
  Expr found = name.empty() ? scheduled.statement.right : nullptr;
  visit(scheduled.statement.right, [&](const Expr& e) {
    const Reduction* made = as_temporary(e);
    if (made != nullptr && made->temporary == name) {
      found = made->body;
    }
  });
  return found;
}

void replace_branch(Scheduled& scheduled, const std::string& name, const Expr& e) {
  Expr& right = scheduled.statement.right;
  right = name.empty() ? e : rewrite(right, [&](const Expr& node) {
    const Reduction* made = as_temporary(node);
    return made != nullptr && made->temporary == name ? with_kids(node, {e}) : node;
  });
}

IndexVariables loops_of_branch(const Scheduled& scheduled, const std::string& name) {
  const Expr e = branch(scheduled, name);
  // Loops of temporaries inside are theirs.
  IndexVariables loops = name.empty() ? scheduled.statement.result.indices : free_variables(e);
  const auto collect = [&](const auto& self, const Expr& node) -> void {
    IndexVariables more;
    if (as_temporary(node) != nullptr) {
      more = free_variables(node);
    } else if (const auto* leaf = as<Access>(node)) {
      more = leaf->indices;
    } else {
      for (const Expr& kid : kids(node)) {
        self(self, kid);
      }
    }
    for (const std::string& variable : more) {
      if (!contains(loops, variable)) {
        loops.push_back(variable);
      }
    }
  };
  collect(collect, e);
  return loops;
}

std::string follow(const ScheduleCommand& command, const Scheduled& scheduled,
                   const std::vector<size_t>& path) {
  std::string at;
  size_t passed = 0;
  const auto made_from = [&](const std::string& name) {
    std::vector<std::string> made;
    for (const Temporary& temporary : scheduled.temporaries) {
      if (temporary.consumer == name) {
        made.push_back(temporary.name);
      }
    }
    return made;
  };
  for (const size_t step : path) {
    const std::vector<std::string> made = made_from(at);
    if (passed == made.size()) {
      throw command.error(
          fmt::format("the path {} is too long: nothing branches there", fmt::join(path, ",")),
          "a loopfuse or precompute makes a branch");
    }
    if (step == 0) {
      at = made[passed];
      passed = 0;
    } else {
      ++passed;
    }
  }
  if (passed < made_from(at).size()) {
    throw command.error(fmt::format("the path {} ends where {} branches off",
                                    path.empty() ? "()" : fmt::format("{}", fmt::join(path, ",")),
                                    made_from(at)[passed]),
                        "go on with 0 to its producer or 1 to its consumer");
  }
  return at;
}

std::string temporary_name(const Scheduled& scheduled, const std::string& wanted) {
  const std::vector<std::string> taken = names_in_use(scheduled);
  std::string name = wanted;
  for (int number = 2; contains(taken, name); ++number) {
    name = fmt::format("{}{}", wanted, number);
  }
  return name;
}

SumOfProduct sum_of_product(const Expr& e) {
  const Reduction* sum = as_plain_sum(e);
  return sum == nullptr ? SumOfProduct{.variables = {}, .product = product_of(e)}
                        : SumOfProduct{sum->variables, product_of(sum->body)};
}

Expr divide_product(const ScheduleCommand& command, Scheduled& scheduled,
                    const Division& division) {
  const auto [summed, product] = sum_of_product(division.whole);
  Parts parts{.rest = {.negative = product.negative}};
  for (size_t k = 0; k < product.factors.size(); ++k) {
    (division.produced[k] ? parts.producer : parts.rest).factors.push_back(product.factors[k]);
  }
  for (const std::string& variable : summed) {
    const bool alone = uses(parts.producer, variable) && !uses(parts.rest, variable);
    (alone ? parts.inside : parts.outside).push_back(variable);
  }
  require_linear(command, parts);

  const Span span = division.whole->span;
  const Expr made = sum_of(parts.inside, to_expr(parts.producer, span), span);
  const std::string& consumer = division.consumer;
  Temporary temporary{
      .name = temporary_name(
          scheduled, "t_" + (consumer.empty() ? scheduled.statement.result.tensor : consumer)),
      .consumer = consumer,
      .shared = common_loops(scheduled, consumer, variables(made),
                             variables_of_rest(scheduled, consumer, parts))};
  std::erase_if(temporary.shared, [&](const std::string& v) { return bound_inside(made, v); });
  const Expr leaf = fiberloom::temporary(temporary.name, made, span);
  scheduled.temporaries.push_back(std::move(temporary));

  std::vector<Expr>& factors = parts.rest.factors;
  factors.insert(division.temporary_last ? factors.end() : factors.begin(), leaf);
  return sum_of(parts.outside, to_expr(parts.rest, span), span);
}

}  // namespace fiberloom
