#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/expr.h"

namespace fiberloom {
namespace {

int precedence(const Expr& e) {
  if (const auto* f = as<Unary>(e)) {
    return info(f->op).precedence;
  }
  if (const auto* f = as<Binary>(e)) {
    return info(f->op).precedence;
  }
  const auto* number = as<Constant>(e);
  return number != nullptr && number->value < 0 ? info(Operator::neg).precedence : kAtomPrecedence;
}

/// `e`, in parentheses where it binds less tightly than `least`.
std::string nested(const Expr& e, int least) {
  return precedence(e) < least ? fmt::format("({})", to_string(e)) : to_string(e);
}

std::string print(const Unary& f) {
  if (f.op == Operator::pow) {
    return fmt::format("pow({}, {})", to_string(f.operand), f.exponent);
  }
  const OperatorInfo& row = info(f.op);
  return row.symbol.empty() ? fmt::format("{}({})", row.name, to_string(f.operand))
                            : fmt::format("{}{}", row.symbol, nested(f.operand, row.precedence));
}

std::string print(const Binary& f) {
  const OperatorInfo& row = info(f.op);
  if (row.symbol.empty()) {
    return fmt::format("{}({}, {})", row.name, to_string(f.left), to_string(f.right));
  }
  // The tightest infix operators stand close, the others apart: a*b + c.
  const bool close = row.precedence == info(Operator::mul).precedence;
  return fmt::format("{}{}{}{}{}", nested(f.left, row.precedence), close ? "" : " ", row.symbol,
                     close ? "" : " ", nested(f.right, row.precedence + 1));
}

std::string print(const Reduction& r) {
  if (!r.temporary.empty()) {
    return fmt::format("{}[{}]", r.temporary, to_string(r.body));
  }
  return fmt::format("{}_{{{}}}({})", info(r.reducer).name, fmt::join(r.variables, ","),
                     to_string(r.body));
}

std::string print(const Constant& c) { return fmt::format("{}", c.value); }
std::string print(const Access& a) { return to_string(a); }

}  // namespace

std::string to_string(const Access& a) {
  return a.indices.empty() ? a.tensor : fmt::format("{}({})", a.tensor, fmt::join(a.indices, ","));
}

std::string to_string(const Expr& e) {
  return std::visit([](const auto& kind) { return print(kind); }, e->kind);
}

}  // namespace fiberloom
