#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "einsum/lexer.h"

namespace fiberloom {

/// Reads tokens one after the other and says what was expected instead.
class TokenCursor {
 public:
  explicit TokenCursor(std::shared_ptr<const SourceText> source);

  const Lexeme& peek(size_t ahead = 0) const;
  /// The token last taken; there must be one.
  const Lexeme& last() const { return tokens_[at_ - 1]; }
  /// How many were taken.
  size_t taken() const { return at_; }
  bool at_end() const { return peek().kind == Lexeme::Kind::end; }
  bool at_name() const { return peek().kind == Lexeme::Kind::name; }

  const Lexeme& take();
  bool take_if(std::string_view symbol);
  void take_symbol(std::string_view symbol, const std::string& hint = {});

  /// From a place in the text to the end of the last token taken.
  Span since(size_t begin) const;
  Error error(Span span, const std::string& message, const std::string& hint = {}) const;
  /// "expected WHAT, got the next token".
  Error expected(const std::string& what, const std::string& hint = {}) const;

  const std::shared_ptr<const SourceText>& source() const { return source_; }

 private:
  std::shared_ptr<const SourceText> source_;
  std::vector<Lexeme> tokens_;
  size_t at_ = 0;
};

}  // namespace fiberloom
