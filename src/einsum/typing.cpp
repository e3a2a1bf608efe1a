#include "einsum/typing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "einsum/constants.h"

namespace fiberloom {
namespace {

constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53

bool is_integer(ComponentType type) { return type < ComponentType::float32; }

/// The narrowest type of integers that holds the number; doubles for any other.
ComponentType narrowest(double number) {
  if (std::trunc(number) != number || std::fabs(number) > kLargestExactInteger) {
    return ComponentType::float64;
  }
  return std::fabs(number) <= std::numeric_limits<int32_t>::max() ? ComponentType::int32
                                                                  : ComponentType::int64;
}

/// The least type in which the numbers and functions of `e` can compute.
ComponentType least_type(const Expr& e) {
  if (const auto number = constant_value(e)) {
    return narrowest(*number);
  }
  ComponentType least = ComponentType::int32;
  if (const auto* f = as<Unary>(e)) {
    const bool whole_power = f->exponent >= 0 && narrowest(f->exponent) < ComponentType::float32;
    if (info(f->op).needs_reals || (f->op == Operator::pow && !whole_power)) {
      return ComponentType::float64;
    }
  }
  for (const Expr& kid : kids(e)) {
    least = std::max(least, least_type(kid));
  }
  return least;
}

bool reads(const Statement& statement, const std::string& tensor) {
  return statement.accumulates ||
         std::ranges::any_of(accesses(statement.right),
                             [&](const Expr& leaf) { return as<Access>(leaf)->tensor == tensor; });
}

}  // namespace

ComponentType compute_type(const Statement& statement, const ComponentTypes& types) {
  std::optional<ComponentType> widest;
  const auto widen = [&](const std::string& tensor) {
    if (const auto found = types.find(tensor); found != types.end()) {
      widest = std::max(widest.value_or(found->second), found->second);
    }
  };
  widen(statement.result.tensor);
  for (const Expr& leaf : accesses(statement.right)) {
    widen(as<Access>(leaf)->tensor);
  }
  if (!widest) {
    return ComponentType::float64;
  }
  return is_integer(*widest) ? std::max(*widest, least_type(statement.right)) : *widest;
}

std::vector<StatementTypes> statement_types(const Program& program, const ComponentTypes& given) {
  ComponentTypes types = given;
  std::vector<StatementTypes> made;
  for (const Statement& statement : program) {
    for (const Expr& leaf : accesses(statement.right)) {
      types.emplace(as<Access>(leaf)->tensor, ComponentType::float64);
    }
    const std::string& name = statement.result.tensor;
    const auto asked = given.find(name);
    ComponentTypes seen = types;
    if (asked == given.end() && !reads(statement, name)) {
      seen.erase(name);  // what an earlier statement wrote is gone
    }
    const ComponentType compute = compute_type(statement, seen);
    const ComponentType result = asked == given.end() ? compute : asked->second;
    types[name] = result;
    made.push_back({compute, result});
  }
  return made;
}

}  // namespace fiberloom
