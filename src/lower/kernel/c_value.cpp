#include "lower/kernel/c_value.h"

#include <cmath>

#include <fmt/format.h>

namespace fiberloom {
namespace {

std::string parenthesised(const CValue& value, int around) {
  return value.precedence < around ? fmt::format("({})", value.text) : value.text;
}

std::string guarded(const Presence& present, const std::string& text) {
  return present.is_tested() ? fmt::format("({} ? {} : 0)", present.text(), text) : text;
}

std::string either(const std::string& a, const std::string& b) {
  return a.empty() ? b : b.empty() ? a : fmt::format("({} || {})", a, b);
}

}  // namespace

CValue CArithmetic::number(double value) const {
  std::string text;
  if (is_integer(type_)) {
    text = fmt::format("{}", static_cast<int64_t>(value));
  } else if (std::isfinite(value)) {
    text = fmt::format("{}{}", value,
                       std::trunc(value) == value && std::fabs(value) < 1e15 ? ".0" : "");
    text += type_ == ComponentType::float32 ? "f" : "";
  } else {
    text = value > 0 ? "INFINITY" : "-INFINITY";
  }
  return {.text = text, .precedence = value < 0 ? 3 : kAtomPrecedence};
}

std::string CArithmetic::call(const std::string& function, const std::string& arguments) {
  return fmt::format("{}({})", helpers_.use(function), arguments);
}

std::string CArithmetic::infix(Operator op, const CValue& a, const CValue& b) const {
  const OperatorInfo& row = info(op);
  // A minus before a minus would be a decrement.
  const int right = row.precedence + (op == Operator::add || op == Operator::mul ? 0 : 1);
  return fmt::format(
      "{} {} {}", parenthesised(a, row.precedence), row.symbol,
      b.text.starts_with('-') ? fmt::format("({})", b.text) : parenthesised(b, right));
}

CValue CArithmetic::multiply(const CValue& a, const CValue& b) {
  CValue product{.precedence = info(Operator::mul).precedence, .present = a.present && b.present};
  if (product.present.is_never()) {
    return CValue::absent();
  }
  product.may_be_infinite = a.may_be_infinite || b.may_be_infinite;
  if (is_integer(type_)) {
    product.text = call("wrapped_mul", a.text + ", " + b.text);
    product.precedence = kAtomPrecedence;
    if (const std::string fault = either(a.fault, b.fault); !fault.empty()) {
      product.fault = fmt::format("({} && {} && {})", fault, parenthesised(a, kAtomPrecedence),
                                  parenthesised(b, kAtomPrecedence));
    }
  } else if (product.may_be_infinite) {
    product.text = call("multiply", a.text + ", " + b.text);
    product.precedence = kAtomPrecedence;
  } else {
    product.text = infix(Operator::mul, a, b);
    product.factors = {a.text, b.text};
  }
  if (product.present.is_tested()) {
    product.text = guarded(product.present, product.text);
    product.factors = {};
    product.precedence = kAtomPrecedence;
  }
  return product;
}

CValue CArithmetic::divide(const CValue& a, const CValue& b) {
  if (a.present.is_never()) {
    return CValue::absent();
  }
  CValue quotient{.text = call("divide", a.text + ", " + b.text),
                  .present = a.present,
                  .may_be_infinite = true};
  if (is_integer(type_)) {
    const std::string dividend = parenthesised(a, kAtomPrecedence);
    const std::string faults = either(a.fault, b.fault);
    quotient.fault = fmt::format("({} && {} == 0)", dividend, parenthesised(b, kAtomPrecedence));
    if (!faults.empty()) {
      quotient.fault = fmt::format("({} || ({} && {}))", quotient.fault, faults, dividend);
    }
  }
  return quotient;
}

CValue CArithmetic::combine(Operator op, const CValue& a, const CValue& b) {
  if (op == Operator::mul) {
    return multiply(a, b);
  }
  if (op == Operator::div) {
    return divide(a, b);
  }
  CValue made{.present = a.present || b.present,
              .may_be_infinite = a.may_be_infinite || b.may_be_infinite,
              .fault = either(a.fault, b.fault)};
  if (made.present.is_never()) {
    return CValue::absent();
  }
  if (op == Operator::min || op == Operator::max) {
    made.text = call(op == Operator::min ? "minimum" : "maximum", a.text + ", " + b.text);
    return made;
  }
  if (b.present.is_never()) {
    return a;
  }
  if (a.present.is_never() && op == Operator::add) {
    return b;
  }
  if (is_integer(type_)) {
    made.text = call(op == Operator::add ? "wrapped_add" : "wrapped_sub", a.text + ", " + b.text);
    return made;
  }
  if (a.present.is_never()) {
    made.text = fmt::format(
        "-{}", b.text.starts_with('-') ? fmt::format("({})", b.text) : parenthesised(b, 3));
    made.precedence = info(Operator::neg).precedence;
    return made;
  }
  made.text = infix(op, a, b);
  made.precedence = info(op).precedence;
  return made;
}

CValue CArithmetic::apply(const Unary& function, const CValue& operand) {
  if (operand.present.is_never()) {
    return keeps_zero(function) ? CValue::absent() : number(value_at_zero(function));
  }
  CValue made{.present = keeps_zero(function) ? operand.present : Presence::always(),
              .may_be_infinite = operand.may_be_infinite,
              .fault = operand.fault};
  const std::string& text = operand.text;
  const std::string suffix = type_ == ComponentType::float32 ? "f" : "";
  switch (function.op) {
    case Operator::abs:
      made.text = call("absolute", text);
      break;
    case Operator::relu:
      made.text = call("maximum", text + ", 0");
      break;
    case Operator::sqrt:
      made.text = fmt::format("sqrt{}({} + 0)", suffix, parenthesised(operand, 1));
      break;
    case Operator::exp:
      made.text = fmt::format("exp{}({})", suffix, text);
      made.may_be_infinite = true;
      break;
    case Operator::pow:
      made.text =
          is_integer(type_)
              ? call("power", fmt::format("{}, {}", text, static_cast<uint64_t>(function.exponent)))
              : call("power", fmt::format("{}, {}", text, number(function.exponent).text));
      made.may_be_infinite = true;
      break;
    default:
      if (is_integer(type_)) {
        made.text = call("wrapped_sub", "0, " + text);
      } else {
        made.text = fmt::format("-{}", operand.text.starts_with('-') ? fmt::format("({})", text)
                                                                     : parenthesised(operand, 3));
        made.precedence = info(Operator::neg).precedence;
      }
  }
  return made;
}

std::string CArithmetic::accumulate(Reducer reducer, const std::string& target,
                                    const std::string& value) {
  const Operator op = info(reducer).combine;
  if (op == Operator::add && !is_integer(type_)) {
    return fmt::format("{} += {};", target, value);
  }
  static constexpr const char* kNames[] = {"wrapped_add", "multiply", "minimum", "maximum"};
  std::string name = kNames[static_cast<size_t>(reducer)];
  if (reducer == Reducer::product && is_integer(type_)) {
    name = "wrapped_mul";
  }
  return fmt::format("{} = {};", target, call(name, target + ", " + value));
}

std::string CArithmetic::accumulate(Reducer reducer, const std::string& target,
                                    const CValue& value) {
  if (reducer != Reducer::sum || value.factors.first.empty()) {
    return accumulate(reducer, target, value.text);
  }
  return fmt::format("{} = {};", target,
                     call("multiply_add", fmt::format("{}, {}, {}", value.factors.first,
                                                      value.factors.second, target)));
}

std::string CArithmetic::start_of(Reducer reducer) const {
  const std::string width = type_ == ComponentType::int32 ? "32" : "64";
  switch (reducer) {
    case Reducer::min:
      return is_integer(type_) ? fmt::format("INT{}_MAX", width) : "INFINITY";
    case Reducer::max:
      return is_integer(type_) ? fmt::format("INT{}_MIN", width) : "-INFINITY";
    case Reducer::product:
      return "1";
    case Reducer::sum:
      break;
  }
  return "0";
}

}  // namespace fiberloom
