#pragma once

#include <string>

#include "einsum/statement.h"

namespace fiberloom {

// The grammar (TACO's, and functions and reductions):
//   program   := statement {';' statement} [';']
//   statement := access ('=' | '+=') expr
//   expr      := term {('+' | '-') term}
//   term      := factor {('*' | '/') factor}
//   factor    := ('-' | '+') factor | '(' expr ')' | number | access | call
//   access    := name | name '(' name {',' name} ')' | name '_' name | name '_{' name {',' name}
//   '}' call      := function '(' expr {',' expr} ')' | reducer '_' name '(' expr ')'
//              | reducer '_{' name {',' name} '}(' expr ')'
//              | ('sum' | 'product') '(' name {',' name} ',' expr ')'
// The whole text must be used. Functions are reserved names. All throw Error (bad_input) that
// points into the text under the name `source`.

Program parse_program(const std::string& text, const std::string& source = "expression");
/// Exactly one statement.
Statement parse_statement(const std::string& text, const std::string& source = "expression");
/// A right side by itself, as in precompute(B(i,k)*C(k,j), ...).
Expr parse_expression(const std::string& text, const std::string& source = "expression");

}  // namespace fiberloom
