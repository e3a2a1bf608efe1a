#include "loopnest/schedule/match.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/linearity.h"

namespace fiberloom {
namespace {

std::vector<std::string> canonical_factors(const Product& product) {
  std::vector<std::string> texts;
  std::ranges::transform(product.factors, std::back_inserter(texts), canonical);
  return texts;
}

class Matcher {
 public:
  using Made = std::function<Expr(const Expr&, const std::string&)>;

  Matcher(const Expr& pattern, const Made& made)
      : wanted_(product_of(pattern)), texts_(canonical_factors(wanted_)), made_(made) {}

  Expr operator()(const Expr& e, const std::string& branch) {
    if (as_plain_sum(e) == nullptr) {
      if (const std::optional<Expr> replaced = in_product(e, branch)) {
        return *replaced;
      }
    }
    const Reduction* temporary = as_temporary(e);
    std::vector<Expr> parts = kids(e);
    for (Expr& part : parts) {
      if (!done_) {
        part = (*this)(part, temporary != nullptr ? temporary->temporary : branch);
      }
    }
    return with_kids(e, parts);
  }

 private:
  /// The factors of the pattern, put together where the first of them stood.
  std::optional<Expr> in_product(const Expr& e, const std::string& branch) {
    const Product product = product_of(e);
    std::vector<std::string> missing = texts_;
    Product matched{.negative = wanted_.negative};
    Product rest{.negative = product.negative != wanted_.negative};
    std::optional<size_t> place;
    for (const Expr& factor : product.factors) {
      const auto found = std::ranges::find(missing, canonical(factor));
      if (found == missing.end()) {
        rest.factors.push_back(factor);
        continue;
      }
      missing.erase(found);
      place = place ? place : rest.factors.size();
      matched.factors.push_back(factor);
    }
    if (!missing.empty()) {
      return std::nullopt;
    }
    done_ = true;
    const Expr leaf = made_(to_expr(matched, e->span), branch);
    rest.factors.insert(rest.factors.begin() + static_cast<std::ptrdiff_t>(*place), leaf);
    return to_expr(rest, e->span);
  }

  Product wanted_;
  std::vector<std::string> texts_;
  const Made& made_;
  bool done_ = false;
};

}  // namespace

std::string canonical(const Expr& e) {
  if (as_plain_sum(e) != nullptr) {
    return canonical(as<Reduction>(e)->body);
  }
  if (is(e, Operator::mul) || is(e, Operator::neg)) {
    const Product product = product_of(e);
    std::vector<std::string> texts = canonical_factors(product);
    std::ranges::sort(texts);
    return fmt::format("{}({})", product.negative ? "-" : "", fmt::join(texts, "*"));
  }
  std::vector<std::string> parts;
  for (const Expr& kid : kids(e)) {
    parts.push_back(canonical(kid));
  }
  if (is(e, Operator::add)) {
    std::ranges::sort(parts);
  }
  if (const auto* f = as<Unary>(e)) {
    return fmt::format("{} {}[{}]", info(f->op).name, f->exponent, fmt::join(parts, ","));
  }
  if (const auto* f = as<Binary>(e)) {
    return fmt::format("{}[{}]", info(f->op).name, fmt::join(parts, ","));
  }
  if (const auto* r = as<Reduction>(e)) {
    return fmt::format("{} {} {}[{}]", info(r->reducer).name, r->temporary,
                       fmt::join(r->variables, ","), fmt::join(parts, ","));
  }
  return to_string(e);
}

Expr replace_match(
    const Expr& e, const Expr& pattern,
    const std::function<Expr(const Expr& matched, const std::string& branch)>& made) {
  return Matcher(pattern, made)(e, "");
}

}  // namespace fiberloom
