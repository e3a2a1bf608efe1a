#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "einsum/expr.h"

namespace fiberloom {

/// A text and the name under which errors point into it.
struct SourceText {
  std::string name;
  std::string text;
};

/// `result = right`, or `result += right`.
struct Statement {
  Access result;
  bool accumulates = false;
  Expr right;
  Span result_span;
  std::shared_ptr<const SourceText> source;

  Location where(Span span) const;
  Location where(const Expr& e) const { return where(e->span); }
};

/// Statements in the order in which they run; later ones may use earlier results.
using Program = std::vector<Statement>;

/// All variables in order of appearance, the left side's first.
IndexVariables variables(const Statement& statement);

/// What a program makes of a tensor.
struct TensorUse {
  std::string name;
  size_t order = 0;
  bool is_result = false;
  /// Its contents are read before any statement writes it: data must be given, but for a result
  /// that is only accumulated into, which then starts empty.
  bool is_input = false;
  bool only_accumulated = false;
};

/// The tensors in order of appearance, statement by statement, the left side first.
std::vector<TensorUse> tensors(const Program& program);

std::string to_string(const Statement& statement);
/// The statements, separated by "; ".
std::string to_string(const Program& program);

}  // namespace fiberloom
