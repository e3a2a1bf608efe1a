#include "einsum/expr.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fiberloom {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

template <class Kind>
Expr make(Kind kind, Span span) {
  ExprNode node{std::move(kind), span};
  auto made = std::make_shared<ExprNode>(std::move(node));
  for (const Expr& kid : kids(made)) {
    made->height = std::max(made->height, kid->height + 1);
  }
  return made;
}

void append_new(IndexVariables& list, const IndexVariables& more) {
  for (const std::string& variable : more) {
    if (!contains(list, variable)) {
      list.push_back(variable);
    }
  }
}

}  // namespace

Expr access(std::string tensor, IndexVariables indices, Span span) {
  return make(Access{std::move(tensor), std::move(indices)}, span);
}
Expr constant(double value, Span span) { return make(Constant{value}, span); }
Expr unary(Operator op, Expr operand, Span span) {
  return make(Unary{op, std::move(operand)}, span);
}
Expr power(Expr operand, double exponent, Span span) {
  return make(Unary{Operator::pow, std::move(operand), exponent}, span);
}
Expr binary(Operator op, Expr left, Expr right, Span span) {
  return make(Binary{op, std::move(left), std::move(right)}, span);
}
Expr reduction(Reducer reducer, IndexVariables variables, Expr body, Span span) {
  return make(Reduction{reducer, std::move(variables), std::move(body)}, span);
}
Expr temporary(std::string name, Expr body, Span span) {
  return make(Reduction{Reducer::sum, {}, std::move(body), std::move(name)}, span);
}
Expr sum(IndexVariables variables, Expr body, Span span) {
  return reduction(Reducer::sum, std::move(variables), std::move(body), span);
}

bool is(const Expr& e, Operator op) {
  const auto* one = as<Unary>(e);
  const auto* two = as<Binary>(e);
  return (one != nullptr && one->op == op) || (two != nullptr && two->op == op);
}

const Reduction* as_sum(const Expr& e) {
  const auto* found = as<Reduction>(e);
  return found != nullptr && found->reducer == Reducer::sum ? found : nullptr;
}

const Reduction* as_temporary(const Expr& e) {
  const auto* found = as<Reduction>(e);
  return found != nullptr && !found->temporary.empty() ? found : nullptr;
}

std::vector<Expr> kids(const Expr& e) {
  return std::visit(Overloaded{[](const Unary& f) { return std::vector<Expr>{f.operand}; },
                               [](const Binary& f) {
                                 return std::vector<Expr>{f.left, f.right};
                               },
                               [](const Reduction& r) { return std::vector<Expr>{r.body}; },
                               [](const auto&) { return std::vector<Expr>{}; }},
                    e->kind);
}

Expr with_kids(const Expr& e, const std::vector<Expr>& kids_now) {
  if (kids_now == kids(e)) {
    return e;
  }
  return std::visit(
      Overloaded{
          [&](const Unary& f) {
            return make(Unary{f.op, kids_now[0], f.exponent}, e->span);
          },
          [&](const Binary& f) { return binary(f.op, kids_now[0], kids_now[1], e->span); },
          [&](const Reduction& r) {
            return make(Reduction{r.reducer, r.variables, kids_now[0], r.temporary}, e->span);
          },
          [&](const auto&) { return e; }},
      e->kind);
}

Expr rewrite(const Expr& e, const std::function<Expr(const Expr&)>& f) {
  std::vector<Expr> kids_now;
  for (const Expr& kid : kids(e)) {
    kids_now.push_back(rewrite(kid, f));
  }
  return f(with_kids(e, kids_now));
}

void visit(const Expr& e, const std::function<void(const Expr&)>& f) {
  f(e);
  for (const Expr& kid : kids(e)) {
    visit(kid, f);
  }
}

std::vector<Expr> accesses(const Expr& e) {
  std::vector<Expr> found;
  visit(e, [&](const Expr& node) {
    if (as<Access>(node) != nullptr) {
      found.push_back(node);
    }
  });
  return found;
}

IndexVariables variables(const Expr& e) {
  IndexVariables found;
  for (const Expr& leaf : accesses(e)) {
    append_new(found, as<Access>(leaf)->indices);
  }
  visit(e, [&](const Expr& node) {
    if (const auto* bound = as<Reduction>(node)) {
      append_new(found, bound->variables);
    }
  });
  return found;
}

IndexVariables free_variables(const Expr& e) {
  if (const auto* leaf = as<Access>(e)) {
    IndexVariables found;
    append_new(found, leaf->indices);
    return found;
  }
  IndexVariables found;
  for (const Expr& kid : kids(e)) {
    append_new(found, free_variables(kid));
  }
  if (const auto* bound = as<Reduction>(e)) {
    std::erase_if(found, [&](const std::string& v) { return contains(bound->variables, v); });
  }
  return found;
}

bool uses(const Expr& e, const std::string& variable) {
  if (const auto* leaf = as<Access>(e)) {
    return contains(leaf->indices, variable);
  }
  if (const auto* bound = as<Reduction>(e); bound && contains(bound->variables, variable)) {
    return false;
  }
  return std::ranges::any_of(kids(e), [&](const Expr& kid) { return uses(kid, variable); });
}

bool contains(const IndexVariables& variables, const std::string& variable) {
  return std::ranges::find(variables, variable) != variables.end();
}

bool same(const Expr& a, const Expr& b) {
  if (a == b) {
    return true;
  }
  if (a->kind.index() != b->kind.index() || a->height != b->height) {
    return false;
  }
  const bool alike = std::visit(
      Overloaded{[&](const Access& x) { return x == *as<Access>(b); },
                 [&](const Constant& x) { return x.value == as<Constant>(b)->value; },
                 [&](const Unary& x) {
                   return x.op == as<Unary>(b)->op && x.exponent == as<Unary>(b)->exponent;
                 },
                 [&](const Binary& x) { return x.op == as<Binary>(b)->op; },
                 [&](const Reduction& x) {
                   const auto* y = as<Reduction>(b);
                   return x.reducer == y->reducer && x.variables == y->variables &&
                          x.temporary == y->temporary;
                 }},
      a->kind);
  return alike && std::ranges::equal(kids(a), kids(b), same);
}

double value_at_zero(const Unary& f) {
  return f.op == Operator::pow ? std::pow(0.0, f.exponent) : info(f.op).at_zero;
}

}  // namespace fiberloom
