#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fiberloom {

/// The operators and functions of expressions.
enum class Operator { neg, abs, sqrt, exp, relu, pow, add, sub, mul, div, min, max };

/// What an absent operand (zero, and no entry stored) does. Zero annihilates, stored or absent, so
/// that no result depends on how a tensor is stored.
enum class AbsentRule {
  function,     ///< one operand: absent gives f(0), which is absent again where f(0) = 0
  annihilates,  ///< mul: one absent operand makes the result absent
  numerator,    ///< div: an absent left operand does, an absent right one counts as +0
  as_zero,      ///< add, sub, min, max: absent counts as 0; the result is absent where both are
};

struct OperatorInfo {
  Operator op;
  std::string_view name;    ///< as a function in text, and of the ALU
  std::string_view symbol;  ///< in text, for prefix and infix operators; else empty
  int operands;             ///< 1 or 2; min and max in text take more and fold from the left
  int precedence;           ///< how tightly it binds its operands in text
  AbsentRule absent;
  double at_zero;    ///< f(0) of a function; pow's depends on its exponent, see value_at_zero
  bool needs_reals;  ///< of integers makes reals; pow's depends on its exponent
};

const OperatorInfo& info(Operator op);
/// The operator that text calls by this name, as in `max(a, b)`.
std::optional<Operator> function_named(std::string_view name);
std::vector<std::string> function_names();

constexpr int kAtomPrecedence = 4;

/// What a reduction does with the values along its variables. All but the sum run over the whole
/// extent: an absent value counts as 0. A reduction that meets no value at all is absent.
enum class Reducer { sum, product, min, max };

struct ReducerInfo {
  Reducer reducer;
  std::string_view name;  ///< in text and of the block
  Operator combine;
  bool whole_extent;
};

const ReducerInfo& info(Reducer reducer);
std::optional<Reducer> reducer_named(std::string_view name);

}  // namespace fiberloom
