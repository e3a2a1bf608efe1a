#include "einsum/operators.h"

#include <algorithm>
#include <array>

namespace fiberloom {
namespace {

// In the order of the enumerators.
constexpr std::array<OperatorInfo, 12> kOperators = {{
    {Operator::neg, "neg", "-", 1, 3, AbsentRule::function, 0, false},
    {Operator::abs, "abs", "", 1, kAtomPrecedence, AbsentRule::function, 0, false},
    {Operator::sqrt, "sqrt", "", 1, kAtomPrecedence, AbsentRule::function, 0, true},
    {Operator::exp, "exp", "", 1, kAtomPrecedence, AbsentRule::function, 1, true},
    {Operator::relu, "relu", "", 1, kAtomPrecedence, AbsentRule::function, 0, false},
    {Operator::pow, "pow", "", 1, kAtomPrecedence, AbsentRule::function, 0, false},
    {Operator::add, "add", "+", 2, 1, AbsentRule::as_zero, 0, false},
    {Operator::sub, "sub", "-", 2, 1, AbsentRule::as_zero, 0, false},
    {Operator::mul, "mul", "*", 2, 2, AbsentRule::annihilates, 0, false},
    {Operator::div, "div", "/", 2, 2, AbsentRule::numerator, 0, false},
    {Operator::min, "min", "", 2, kAtomPrecedence, AbsentRule::as_zero, 0, false},
    {Operator::max, "max", "", 2, kAtomPrecedence, AbsentRule::as_zero, 0, false},
}};

constexpr std::array<ReducerInfo, 4> kReducers = {{
    {Reducer::sum, "sum", Operator::add, false},
    {Reducer::product, "product", Operator::mul, true},
    {Reducer::min, "min", Operator::min, true},
    {Reducer::max, "max", Operator::max, true},
}};

}  // namespace

const OperatorInfo& info(Operator op) { return kOperators[static_cast<size_t>(op)]; }

std::optional<Operator> function_named(std::string_view name) {
  const auto* found = std::ranges::find_if(
      kOperators, [&](const OperatorInfo& row) { return row.symbol.empty() && row.name == name; });
  return found == kOperators.end() ? std::nullopt : std::optional(found->op);
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const OperatorInfo& row : kOperators) {
    if (row.symbol.empty()) {
      names.emplace_back(row.name);
    }
  }
  for (const ReducerInfo& row : kReducers) {
    if (!function_named(row.name)) {
      names.emplace_back(row.name);
    }
  }
  return names;
}

const ReducerInfo& info(Reducer reducer) { return kReducers[static_cast<size_t>(reducer)]; }

std::optional<Reducer> reducer_named(std::string_view name) {
  const auto* found = std::ranges::find(kReducers, name, &ReducerInfo::name);
  return found == kReducers.end() ? std::nullopt : std::optional(found->reducer);
}

}  // namespace fiberloom
