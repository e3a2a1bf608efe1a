#include "einsum/scoping.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace fiberloom {
namespace {

bool is_addition(const Expr& e) { return is(e, Operator::add) || is(e, Operator::sub); }

/// A term is a product chain: calls `f` with each factor and whether it is in the numerator.
template <class F>
void for_each_factor(const Expr& e, bool numerator, const F& f) {
  if (is(e, Operator::neg)) {
    for_each_factor(as<Unary>(e)->operand, numerator, f);
  } else if (is(e, Operator::mul) || is(e, Operator::div)) {
    const auto* chain = as<Binary>(e);
    for_each_factor(chain->left, numerator, f);
    for_each_factor(chain->right, numerator == is(e, Operator::mul), f);
  } else {
    f(e, numerator);
  }
}

/// Does one parenthesised sum in the numerator hold every use of the variable in this term?
bool only_inside_a_sum(const Expr& term, const std::string& variable) {
  int users = 0;
  bool inside = false;
  for_each_factor(term, true, [&](const Expr& factor, bool numerator) {
    if (uses(factor, variable)) {
      ++users;
      inside = numerator && is_addition(factor);
    }
  });
  return users == 1 && inside;
}

/// The one subexpression of a term through which its sum may move inward, if any: its kid's index.
std::optional<size_t> inward(const Expr& term, const std::string& variable) {
  if (is(term, Operator::neg)) {
    return 0;
  }
  if (!is(term, Operator::mul) && !is(term, Operator::div)) {
    return std::nullopt;
  }
  const auto* chain = as<Binary>(term);
  if (!uses(chain->right, variable)) {
    return 0;
  }
  return is(term, Operator::mul) && !uses(chain->left, variable) ? std::optional(1) : std::nullopt;
}

/// Sums of sums as one sum, its variables in order of appearance.
Expr merge_sums(const Expr& root, const IndexVariables& appearance) {
  return rewrite(root, [&](const Expr& e) {
    const Reduction* outer = as_sum(e);
    const Reduction* inner = outer == nullptr ? nullptr : as_sum(outer->body);
    if (inner == nullptr || outer->variables.empty() || inner->variables.empty()) {
      return e;
    }
    IndexVariables both;
    std::ranges::copy_if(appearance, std::back_inserter(both), [&](const std::string& v) {
      return contains(outer->variables, v) || contains(inner->variables, v);
    });
    return sum(both, inner->body, e->span);
  });
}

}  // namespace

Expr sum_over(const Expr& e, const std::string& variable, SumScope scope) {
  if (!uses(e, variable)) {
    return e;
  }
  const auto into = [&](size_t k) {
    std::vector<Expr> parts = kids(e);
    parts[k] = sum_over(parts[k], variable, scope);
    return with_kids(e, parts);
  };
  if (is_addition(e)) {
    const auto* addition = as<Binary>(e);
    return with_kids(
        e, {sum_over(addition->left, variable, scope), sum_over(addition->right, variable, scope)});
  }
  if (as_sum(e) != nullptr) {
    return into(0);
  }
  if (scope == SumScope::factor || only_inside_a_sum(e, variable)) {
    if (const auto kid = inward(e, variable)) {
      return into(*kid);
    }
  }
  return sum({variable}, e, e->span);
}

Statement scoped(const Statement& statement, SumScope scope) {
  Statement made = statement;
  if (statement.accumulates) {
    const Access& old = statement.result;
    made.right = binary(Operator::add, access(old.tensor, old.indices, statement.result_span),
                        statement.right, statement.right->span);
    made.accumulates = false;
  }
  const IndexVariables appearance = variables(made);
  const IndexVariables last_first(appearance.rbegin(), appearance.rend());
  for (const std::string& variable : last_first) {
    if (!contains(made.result.indices, variable)) {
      made.right = sum_over(made.right, variable, scope);
    }
  }
  made.right = merge_sums(made.right, appearance);
  return made;
}

}  // namespace fiberloom
