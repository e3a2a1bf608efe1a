#include "einsum/checker.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/spelling.h"
#include "einsum/scoping.h"

namespace fiberloom {
namespace {

std::string indices_of(size_t order) {
  return order == 0 ? "none" : order == 1 ? "1 index" : fmt::format("{} indices", order);
}

class Orders {
 public:
  void add(const Statement& statement, const Access& a, Span span) {
    const auto [known, is_new] = orders_.emplace(a.tensor, a.indices.size());
    if (!is_new && known->second != a.indices.size()) {
      throw bad_input(fmt::format("'{}' has {} here and {} before", a.tensor,
                                  indices_of(a.indices.size()), indices_of(known->second)),
                      statement.where(span), "one name is one tensor, with one order");
    }
  }

 private:
  std::map<std::string, size_t> orders_;
};

void check_left_side(const Statement& statement) {
  for (const std::string& variable : statement.result.indices) {
    if (std::ranges::count(statement.result.indices, variable) > 1) {
      throw bad_input(fmt::format("'{}' stands twice on the left side", variable),
                      statement.where(statement.result_span),
                      "a diagonal can be read (right side) but not assigned");
    }
  }
}

/// No variable may mean two things in one place: later stages know variables by name.
void check_reductions(const Statement& statement, const Expr& e, IndexVariables bound) {
  if (const auto* r = as<Reduction>(e)) {
    for (const std::string& variable : r->variables) {
      const std::string what = fmt::format("the {} over '{}'", info(r->reducer).name, variable);
      if (std::ranges::count(r->variables, variable) > 1) {
        throw bad_input(what + " names it twice", statement.where(e), "name each index once");
      }
      if (contains(statement.result.indices, variable)) {
        throw bad_input(what + " hides the left side's", statement.where(e),
                        "give the index that is reduced another name");
      }
      if (contains(bound, variable)) {
        throw bad_input(fmt::format("{} stands inside another reduction over '{}'", what, variable),
                        statement.where(e), "give the index that is reduced here another name");
      }
      bound.push_back(variable);
    }
  }
  for (const Expr& kid : kids(e)) {
    check_reductions(statement, kid, bound);
  }
}

/// exp(i) and max(i, A(i,j)) with an index i: a scalar `i` is hardly meant.
void check_function_operands(const Statement& statement) {
  const IndexVariables names = variables(statement);
  visit(statement.right, [&](const Expr& e) {
    const Operator op = as<Unary>(e)    ? as<Unary>(e)->op
                        : as<Binary>(e) ? as<Binary>(e)->op
                                        : Operator::add;
    if (!info(op).symbol.empty()) {
      return;
    }
    for (const Expr& kid : kids(e)) {
      const auto* scalar = as<Access>(kid);
      if (scalar != nullptr && scalar->indices.empty() && contains(names, scalar->tensor)) {
        const std::string_view name = info(op).name;
        throw bad_input(fmt::format("'{}' is an index here, {} takes values", scalar->tensor, name),
                        statement.where(kid),
                        reducer_named(name)
                            ? fmt::format("a reduction is written {}_{}(...)", name, scalar->tensor)
                            : fmt::format("'{}' is a function, no tensor", name));
      }
    }
  });
}

}  // namespace

void check(const Program& program) {
  Orders orders;
  for (const Statement& statement : program) {
    orders.add(statement, statement.result, statement.result_span);
    for (const Expr& leaf : accesses(statement.right)) {
      orders.add(statement, *as<Access>(leaf), leaf->span);
    }
    check_left_side(statement);
    check_function_operands(statement);
    check_reductions(statement, scoped(statement).right, {});
  }
}

void check_operands(const Program& program, const std::vector<std::string>& given) {
  std::vector<std::string> known = given;
  for (const Statement& statement : program) {
    for (const Expr& leaf : accesses(statement.right)) {
      const std::string& name = as<Access>(leaf)->tensor;
      if (std::ranges::find(known, name) == known.end()) {
        // Among names of one letter every other one is near.
        const auto near = name.size() > 1 ? nearest(name, known) : std::nullopt;
        throw bad_input(
            fmt::format("no data for the operand '{}'", name), statement.where(leaf),
            near ? fmt::format("did you mean '{}'?", *near)
                 : fmt::format("read it with -i {0}:FILE or make it with -g {0}:KIND", name));
      }
    }
    known.push_back(statement.result.tensor);
  }
}

}  // namespace fiberloom
