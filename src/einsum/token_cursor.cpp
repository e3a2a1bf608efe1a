#include "einsum/token_cursor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fiberloom {

TokenCursor::TokenCursor(std::shared_ptr<const SourceText> source)
    : source_(std::move(source)), tokens_(tokenize(*source_)) {}

const Lexeme& TokenCursor::peek(size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

const Lexeme& TokenCursor::take() {
  const Lexeme& token = peek();
  at_ += at_end() ? 0 : 1;
  return token;
}

bool TokenCursor::take_if(std::string_view symbol) {
  const bool found = peek().is(symbol);
  at_ += found ? 1 : 0;
  return found;
}

void TokenCursor::take_symbol(std::string_view symbol, const std::string& hint) {
  if (!take_if(symbol)) {
    throw expected(fmt::format("'{}'", symbol), hint);
  }
}

Span TokenCursor::since(size_t begin) const { return {begin, at_ == 0 ? begin : last().span.end}; }

Error TokenCursor::error(Span span, const std::string& message, const std::string& hint) const {
  return bad_input(message,
                   locate_in_text(source_->name, source_->text, span.begin,
                                  std::max<size_t>(1, span.end - span.begin)),
                   hint);
}

Error TokenCursor::expected(const std::string& what, const std::string& hint) const {
  const std::string got = at_end() ? "the end of the text" : fmt::format("'{}'", peek().text);
  return error(peek().span, fmt::format("expected {}, got {}", what, got), hint);
}

}  // namespace fiberloom
