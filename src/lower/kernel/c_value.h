#pragma once

#include <string>
#include <utility>

#include "einsum/expr.h"
#include "lower/kernel/helpers.h"
#include "lower/kernel/presence.h"

namespace fiberloom {

/// A value as an expression in C. Where it is absent, the text gives 0.
struct CValue {
  std::string text{};
  int precedence = 4;  ///< how tightly the text binds: of Operator, kAtomPrecedence an atom
  Presence present = Presence::always();
  bool may_be_infinite = false;  ///< although its operands are finite
  std::string fault{};           ///< condition under which an integer was divided by zero
  /// Of a plain product of reals: its factors, which may be multiplied and added in one.
  std::pair<std::string, std::string> factors{};

  static CValue absent() { return {.text = "0", .present = Presence::never()}; }
};

/// Combines values by the rules that hold for streams: lowering.md 3.
class CArithmetic {
 public:
  CArithmetic(ComponentType type, KernelHelpers& helpers) : type_(type), helpers_(helpers) {}

  CValue number(double value) const;
  CValue combine(Operator op, const CValue& a, const CValue& b);
  CValue apply(const Unary& function, const CValue& operand);
  /// `target = target op value` as a statement.
  std::string accumulate(Reducer reducer, const std::string& target, const std::string& value);
  /// The same, a product rounded only after it is added.
  std::string accumulate(Reducer reducer, const std::string& target, const CValue& value);
  /// What a reduction starts from.
  std::string start_of(Reducer reducer) const;

 private:
  std::string infix(Operator op, const CValue& a, const CValue& b) const;
  std::string call(const std::string& function, const std::string& arguments);
  CValue multiply(const CValue& a, const CValue& b);
  CValue divide(const CValue& a, const CValue& b);

  ComponentType type_;
  KernelHelpers& helpers_;
};

}  // namespace fiberloom
