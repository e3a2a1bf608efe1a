#include "einsum/parser.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/spelling.h"
#include "einsum/constants.h"
#include "einsum/token_cursor.h"

namespace fiberloom {
namespace {

// Trees are walked recursively: a hostile text must not exhaust the stack.
constexpr int kDeepestNesting = 200;
constexpr int kHighestTree = 2000;

constexpr std::string_view kUnclosed = "a parenthesis is not closed";
constexpr std::string_view kNoUnderscore =
    "an underscore begins indices (A_i, A_{i,j}) unless a digit follows (B_1)";

bool reserved(const std::string& name) {
  return function_named(name) || reducer_named(name) || name == "complex";
}

class Parser {
 public:
  explicit Parser(TokenCursor cursor) : cursor_(std::move(cursor)) {}

  Program program() {
    Program statements;
    do {
      statements.push_back(statement());
    } while (cursor_.take_if(";") && !cursor_.at_end());
    finish("';' and another statement");
    return statements;
  }

  Statement one_statement() {
    Statement only = statement();
    cursor_.take_if(";");
    finish("the end of the only statement");
    return only;
  }

  Expr whole_expression() {
    Expr e = expr();
    finish("the end of the expression");
    return e;
  }

 private:
  /// Whatever is left over is an error: to ignore it would compute something else.
  void finish(const std::string& what) const {
    if (cursor_.at_end()) {
      return;
    }
    std::string_view hint;
    if (cursor_.peek().is("(") && after_underscore_) {
      hint = kNoUnderscore;
    } else if (cursor_.peek().is("_")) {
      hint = "several indices are written A_{i,j} or A(i,j)";
    } else if (cursor_.peek().is("=") || cursor_.peek().is("+=")) {
      hint = "statements are separated by ';'";
    }
    throw cursor_.expected("an operator or " + what, std::string(hint));
  }

  Statement statement() {
    const Lexeme& name = cursor_.peek();
    if (!cursor_.at_name()) {
      throw cursor_.expected("a tensor to assign to", "a statement is y(i) = ... or y(i) += ...");
    }
    if (reserved(name.text)) {
      throw cursor_.error(name.span,
                          fmt::format("'{}' is a function, no name of a tensor", name.text),
                          "choose another name for the result");
    }
    Statement made;
    made.source = cursor_.source();
    const Expr result = access_or_unknown_call();
    made.result = *as<Access>(result);
    made.result_span = result->span;
    made.accumulates = cursor_.take_if("+=");
    if (!made.accumulates && !cursor_.take_if("=")) {
      const bool underscore = cursor_.peek().is("(") && after_underscore_;
      throw cursor_.expected("'=' or '+='", std::string(underscore ? kNoUnderscore : ""));
    }
    made.right = expr();
    return made;
  }

  Expr expr() {
    return chain({{"+", Operator::add}, {"-", Operator::sub}}, [this] { return term(); });
  }
  Expr term() {
    return chain({{"*", Operator::mul}, {"/", Operator::div}}, [this] { return factor(); });
  }

  /// operand {operator operand}, grouped from the left.
  template <class Operand>
  Expr chain(const std::vector<std::pair<std::string_view, Operator>>& operators,
             const Operand& operand) {
    const size_t begin = cursor_.peek().span.begin;
    Expr e = operand();
    for (;;) {
      const auto found = std::ranges::find_if(
          operators, [&](const auto& candidate) { return cursor_.take_if(candidate.first); });
      if (found == operators.end()) {
        return e;
      }
      const Expr right = operand();
      e = limited(binary(found->second, e, right, cursor_.since(begin)));
    }
  }

  Expr factor() {
    const size_t begin = cursor_.peek().span.begin;
    if (++nesting_ > kDeepestNesting) {
      throw cursor_.error(cursor_.peek().span,
                          fmt::format("nested deeper than {} levels", kDeepestNesting),
                          "give a part of it a statement of its own");
    }
    Expr e;
    if (cursor_.take_if("(")) {
      e = expr();
      cursor_.take_symbol(")", std::string(kUnclosed));
    } else if (cursor_.take_if("-")) {
      const Expr negated = factor();
      e = unary(Operator::neg, negated, cursor_.since(begin));
    } else if (cursor_.take_if("+")) {
      e = factor();
    } else if (cursor_.peek().kind == Lexeme::Kind::number) {
      const Lexeme& number = cursor_.take();
      e = constant(number.value, number.span);
    } else if (cursor_.at_name()) {
      e = operand();
    } else {
      throw cursor_.expected("an operand",
                             cursor_.peek().is("=") ? "a statement assigns with '=' or '+='" : "");
    }
    --nesting_;
    return e;
  }

  Expr operand() {
    const Lexeme& name = cursor_.peek();
    if (name.text == "complex") {
      throw cursor_.error(name.span, "complex numbers are not supported",
                          "component types are int32, int64, float and double");
    }
    const auto function = function_named(name.text);
    const auto reducer = reducer_named(name.text);
    if (reducer && (cursor_.peek(1).is("_") || !function)) {
      return reduction_call(*reducer);
    }
    return function ? function_call(*function) : access_or_unknown_call();
  }

  /// A name with its indices. Anything but names between the parentheses makes it a call of a
  /// function that does not exist.
  Expr access_or_unknown_call() {
    const Lexeme& name = cursor_.take();
    IndexVariables indices;
    after_underscore_ = cursor_.take_if("_");
    if (after_underscore_) {
      indices = index_suffix();
    } else if (cursor_.take_if("(")) {
      do {
        indices.push_back(index_or_unknown_call(name, indices.empty()));
      } while (cursor_.take_if(","));
      cursor_.take_symbol(")", std::string(kUnclosed));
    }
    return access(name.text, std::move(indices), cursor_.since(name.span.begin));
  }

  std::string index_or_unknown_call(const Lexeme& name, bool first) {
    const bool plain = cursor_.at_name() && (cursor_.peek(1).is(",") || cursor_.peek(1).is(")") ||
                                             cursor_.peek(1).kind == Lexeme::Kind::end);
    if (plain) {
      return cursor_.take().text;
    }
    const bool operand = cursor_.at_name() || cursor_.peek().is("(") || cursor_.peek().is("-");
    if (operand || (first && nearest(name.text, function_names()))) {
      throw cursor_.error(
          name.span, fmt::format("'{}' is no function, and indices are plain names", name.text),
          suggestion(name.text, function_names(), "functions"));
    }
    throw cursor_.expected("an index variable", cursor_.peek().is(")") && first
                                                    ? "a scalar has no parentheses"
                                                    : "indices are names: B(i,k)");
  }

  /// What follows the underscore: one name, or several in braces.
  IndexVariables index_suffix() {
    if (!cursor_.take_if("{")) {
      return {take_variable()};
    }
    IndexVariables indices;
    do {
      indices.push_back(take_variable());
    } while (cursor_.take_if(","));
    cursor_.take_symbol("}", "indices in braces are closed by '}'");
    return indices;
  }
  std::string take_variable() {
    if (!cursor_.at_name()) {
      throw cursor_.expected("an index variable", "indices are names: B(i,k)");
    }
    return cursor_.take().text;
  }

  Expr reduction_call(Reducer reducer) {
    const Lexeme& name = cursor_.take();
    const std::string hint = fmt::format("written {0}_i(...) or {0}_{{i,j}}(...)", name.text);
    IndexVariables over;
    if (cursor_.take_if("_")) {
      over = index_suffix();
      cursor_.take_symbol("(", hint);
    } else {
      cursor_.take_symbol("(", fmt::format("'{}' is a function", name.text));
      while (cursor_.at_name() && cursor_.peek(1).is(",")) {
        over.push_back(cursor_.take().text);
        cursor_.take_symbol(",");
      }
      if (over.empty()) {
        throw cursor_.expected(fmt::format("the index that the {} runs over", name.text),
                               fmt::format("{}, or {}(i, ...)", hint, name.text));
      }
    }
    const Expr body = expr();
    cursor_.take_symbol(")", std::string(kUnclosed));
    return reduction(reducer, std::move(over), body, cursor_.since(name.span.begin));
  }

  Expr function_call(Operator op) {
    const Lexeme& name = cursor_.take();
    cursor_.take_symbol("(", fmt::format("'{}' is a function", name.text));
    std::vector<Expr> operands;
    do {
      operands.push_back(expr());
    } while (cursor_.take_if(","));
    cursor_.take_symbol(")", std::string(kUnclosed));
    const Span span = cursor_.since(name.span.begin);
    const bool folds = info(op).operands == 2;
    const size_t wanted = op == Operator::pow || folds ? 2 : 1;
    if (operands.size() < wanted || (operands.size() > wanted && !folds)) {
      throw cursor_.error(
          span, fmt::format("{} takes {}{} operand{}, got {}", name.text, folds ? "at least " : "",
                            wanted, wanted == 1 ? "" : "s", operands.size()));
    }
    if (op == Operator::pow) {
      return power(operands[0], exponent_of(operands[1]), span);
    }
    if (!folds) {
      return unary(op, operands[0], span);
    }
    Expr e = operands[0];
    for (size_t k = 1; k < operands.size(); ++k) {
      e = limited(binary(op, e, operands[k], span));
    }
    return e;
  }

  double exponent_of(const Expr& e) const {
    const auto value = constant_value(e);
    if (!value) {
      throw cursor_.error(e->span, "the exponent of pow must be a constant", "as in pow(x(i), 2)");
    }
    return *value;
  }

  Expr limited(const Expr& e) const {
    if (e->height > kHighestTree) {
      throw cursor_.error(e->span, fmt::format("more than {} operations in a row", kHighestTree),
                          "give a part of it a statement of its own");
    }
    return e;
  }

  TokenCursor cursor_;
  int nesting_ = 0;
  bool after_underscore_ = false;  ///< the last access was written with an underscore
};

Parser parser_of(const std::string& text, const std::string& source) {
  return Parser(TokenCursor(std::make_shared<SourceText>(SourceText{source, text})));
}

}  // namespace

Program parse_program(const std::string& text, const std::string& source) {
  return parser_of(text, source).program();
}

Statement parse_statement(const std::string& text, const std::string& source) {
  return parser_of(text, source).one_statement();
}

Expr parse_expression(const std::string& text, const std::string& source) {
  return parser_of(text, source).whole_expression();
}

}  // namespace fiberloom
