#include "report/condition_operators.h"

namespace fiberloom {
namespace {

Datum truth(bool holds) { return int64_t{holds ? 1 : 0}; }

template <class F>
auto arithmetic(F f) {
  return [f](const Datum& a, const Datum& b) -> std::optional<Datum> {
    if (is_absent(a) || is_absent(b)) {
      return std::optional<Datum>(std::in_place);
    }
    const auto left = number_of(a);
    const auto right = number_of(b);
    return left && right ? std::optional<Datum>(f(*left, *right)) : std::nullopt;
  };
}

std::optional<Datum> equal(const Datum& a, const Datum& b) {
  return truth(!is_absent(a) && !is_absent(b) && !less(a, b) && !less(b, a));
}

std::optional<Datum> unequal(const Datum& a, const Datum& b) {
  return truth(!is_absent(a) && !is_absent(b) && (less(a, b) || less(b, a)));
}

/// `f` of a and b says whether the order is as asked.
template <class F>
auto ordered(F f) {
  return [f](const Datum& a, const Datum& b) -> std::optional<Datum> {
    if (is_absent(a) || is_absent(b)) {
      return truth(false);
    }
    if (number_of(a).has_value() != number_of(b).has_value()) {
      return std::nullopt;
    }
    return truth(f(a, b));
  };
}

}  // namespace

bool is_true(const Datum& datum) {
  const auto number = number_of(datum);
  return number && *number != 0;
}

const std::vector<ConditionOperator>& condition_operators() {
  static const std::vector<ConditionOperator> kAll = {
      {"or", 0, [](const auto& a, const auto& b) { return truth(is_true(a) || is_true(b)); }},
      {"and", 1, [](const auto& a, const auto& b) { return truth(is_true(a) && is_true(b)); }},
      {"==", 3, equal},
      {"=", 3, equal},
      {"!=", 3, unequal},
      {"<=", 3, ordered([](const Datum& a, const Datum& b) { return !less(b, a); })},
      {">=", 3, ordered([](const Datum& a, const Datum& b) { return !less(a, b); })},
      {"<", 3, ordered([](const Datum& a, const Datum& b) { return less(a, b); })},
      {">", 3, ordered([](const Datum& a, const Datum& b) { return less(b, a); })},
      {"+", 4, arithmetic([](double a, double b) { return a + b; })},
      {"-", 4, arithmetic([](double a, double b) { return a - b; })},
      {"*", 5, arithmetic([](double a, double b) { return a * b; })},
      {"/", 5, arithmetic([](double a, double b) { return a / b; })},
  };
  return kAll;
}

}  // namespace fiberloom
