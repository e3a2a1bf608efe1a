#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "einsum/operators.h"

namespace fiberloom {

/// Characters [begin, end) of the text that something was read from; empty for what was made.
struct Span {
  size_t begin = 0;
  size_t end = 0;
};

struct ExprNode;
/// An immutable expression. Trees share subtrees; the pointer is a node's identity, so two
/// accesses of one tensor are two nodes.
using Expr = std::shared_ptr<const ExprNode>;

using IndexVariables = std::vector<std::string>;

/// `B(i,k)`; a scalar has no indices. A variable may stand twice (a diagonal).
struct Access {
  std::string tensor;
  IndexVariables indices;
  bool operator==(const Access&) const = default;
};

struct Constant {
  double value;
};

struct Unary {
  Operator op;
  Expr operand;
  double exponent = 1;  ///< of pow
};

struct Binary {
  Operator op;
  Expr left;
  Expr right;
};

/// A reduction of `body` over `variables`. None is bound again inside, and none is a variable of
/// the statement's left side (see check). A sum over no variables is `body` itself: a temporary
/// that a schedule asked for, under the name that it gave.
struct Reduction {
  Reducer reducer;
  IndexVariables variables;
  Expr body;
  std::string temporary{};
};

struct ExprNode {
  std::variant<Access, Constant, Unary, Binary, Reduction> kind;
  Span span;
  int height = 1;  ///< nodes on the longest path down
};

Expr access(std::string tensor, IndexVariables indices, Span span = {});
Expr constant(double value, Span span = {});
Expr unary(Operator op, Expr operand, Span span = {});
Expr power(Expr operand, double exponent, Span span = {});
Expr binary(Operator op, Expr left, Expr right, Span span = {});
Expr reduction(Reducer reducer, IndexVariables variables, Expr body, Span span = {});
Expr sum(IndexVariables variables, Expr body, Span span = {});
Expr temporary(std::string name, Expr body, Span span = {});

/// The node as one kind, or null.
template <class Kind>
const Kind* as(const Expr& e) {
  return std::get_if<Kind>(&e->kind);
}
/// A unary or binary node of this operator?
bool is(const Expr& e, Operator op);
/// The node as a sum, or null.
const Reduction* as_sum(const Expr& e);
/// The node as a temporary that was asked for, or null.
const Reduction* as_temporary(const Expr& e);

/// The subexpressions, left to right.
std::vector<Expr> kids(const Expr& e);
/// The same node over other subexpressions; `e` itself where they are the same.
Expr with_kids(const Expr& e, const std::vector<Expr>& kids);
/// Rebuilds the tree from the leaves up, every node put through `f`.
Expr rewrite(const Expr& e, const std::function<Expr(const Expr&)>& f);
/// Calls `f` for every node, parents before their kids, left to right.
void visit(const Expr& e, const std::function<void(const Expr&)>& f);

/// The access nodes in the order of the text.
std::vector<Expr> accesses(const Expr& e);
/// All variables in order of appearance: those of accesses, then those that only a reduction names.
IndexVariables variables(const Expr& e);
/// Those that no reduction inside binds.
IndexVariables free_variables(const Expr& e);
/// Does `variable` stand in `e` outside the reductions that bind it?
bool uses(const Expr& e, const std::string& variable);
bool contains(const IndexVariables& variables, const std::string& variable);

/// Equal as trees; places do not count.
bool same(const Expr& a, const Expr& b);

/// f(0) of a unary node.
double value_at_zero(const Unary& f);
/// Is an absent operand an absent result?
inline bool keeps_zero(const Unary& f) { return value_at_zero(f) == 0; }

/// As text that parses to the same tree.
std::string to_string(const Access& a);
std::string to_string(const Expr& e);

}  // namespace fiberloom
