#include "loopnest/linearity.h"

#include <algorithm>
#include <iterator>

namespace fiberloom {
namespace {

void collect(const Expr& e, Product& product) {
  if (is(e, Operator::neg)) {
    product.negative = !product.negative;
    collect(as<Unary>(e)->operand, product);
  } else if (is(e, Operator::mul)) {
    collect(as<Binary>(e)->left, product);
    collect(as<Binary>(e)->right, product);
  } else {
    product.factors.push_back(e);
  }
}

}  // namespace

bool surely_finite(const Expr& e) {
  const std::vector<Expr> parts = kids(e);
  return !is(e, Operator::div) && !is(e, Operator::exp) && !is(e, Operator::pow) &&
         !is(e, Operator::sqrt) && std::ranges::all_of(parts, surely_finite);
}

Product product_of(const Expr& e) {
  Product product;
  collect(e, product);
  return product;
}

Expr to_expr(const Product& product, Span span) {
  Expr e = product.factors.front();
  for (size_t k = 1; k < product.factors.size(); ++k) {
    e = binary(Operator::mul, e, product.factors[k], span);
  }
  return product.negative ? unary(Operator::neg, e, span) : e;
}

bool uses(const Product& product, const std::string& variable) {
  return std::ranges::any_of(product.factors,
                             [&](const Expr& factor) { return uses(factor, variable); });
}

const Reduction* as_plain_sum(const Expr& e) {
  const Reduction* found = as_sum(e);
  return found != nullptr && !found->variables.empty() ? found : nullptr;
}

Expr sum_of(const IndexVariables& variables, const Expr& body, Span span) {
  if (variables.empty()) {
    return body;
  }
  IndexVariables all = variables;
  Expr inside = body;
  if (const Reduction* inner = as_plain_sum(body)) {
    std::ranges::copy(inner->variables, std::back_inserter(all));
    inside = inner->body;
  }
  return sum(all, inside, span);
}

}  // namespace fiberloom
