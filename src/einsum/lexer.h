#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "einsum/statement.h"

namespace fiberloom {

/// A token of index notation. (A stream has Tokens: sim/token.h.)
struct Lexeme {
  enum class Kind { name, number, symbol, end };

  Kind kind = Kind::end;
  std::string text;  ///< as written; of a symbol its characters
  double value = 0;  ///< of a number
  Span span;

  bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
};

/// Cuts a text into names, numbers and symbols; the last token is the end. Throws Error: a
/// character or a number that cannot be.
std::vector<Lexeme> tokenize(const SourceText& source);

}  // namespace fiberloom
