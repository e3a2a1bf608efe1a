#include "samgraph/import/dot_lexer.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace fiberloom {
namespace {

/// A longer line is kept with no place in it: a file of one line must not be copied at each.
constexpr size_t kWidestLine = 1000;

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Lexer {
 public:
  explicit Lexer(const DotText& source) : source_(source), text_(source.text()) {}

  std::vector<DotToken> read() {
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      const size_t begin = at_;
      DotToken token = read_token();
      token.offset = begin;
      token.length = at_ - begin;
      tokens_.push_back(std::move(token));
    }
    tokens_.push_back({.kind = DotToken::Kind::end, .offset = text_.size()});
    return std::move(tokens_);
  }

 private:
  bool starts_with(std::string_view what) const {
    return std::string_view(text_).substr(at_).starts_with(what);
  }

  void skip_past(std::string_view end, const char* what) {
    const size_t begin = at_;
    const size_t found = text_.find(end, at_);
    if (found == std::string::npos) {
      throw bad_input(fmt::format("the {} does not end", what), source_.where(begin));
    }
    at_ = found + end.size();
  }

  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const bool line_start = at_ == 0 || text_[at_ - 1] == '\n';
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else if (starts_with("//") || (line_start && text_[at_] == '#')) {
        skip_line();
      } else if (starts_with("/*")) {
        skip_past("*/", "comment");
      } else {
        return;
      }
    }
  }

  DotToken read_token() {
    const char c = text_[at_];
    if (c == '"') {
      return read_quoted();
    }
    if (starts_with("->") || starts_with("--")) {
      at_ += 2;
      return {.kind = DotToken::Kind::symbol, .text = text_.substr(at_ - 2, 2)};
    }
    if (is_name(c) || c == '.' || c == '-') {
      return read_name();
    }
    if (std::string_view("{}[]=;,:+<").find(c) == std::string_view::npos) {
      throw bad_input(fmt::format("'{}' begins nothing in the DOT language", c),
                      source_.where(at_));
    }
    ++at_;
    return {.kind = DotToken::Kind::symbol, .text = std::string(1, c)};
  }

  DotToken read_name() {
    const size_t begin = at_++;
    while (at_ < text_.size() && (is_name(text_[at_]) || text_[at_] == '.')) {
      ++at_;
    }
    return {.kind = DotToken::Kind::id, .text = text_.substr(begin, at_ - begin)};
  }

  /// Newlines may stand in a string; only \" is an escape of the language itself.
  DotToken read_quoted() {
    DotToken token{.kind = DotToken::Kind::id, .quoted = true};
    const size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        ++at_;
      }
      token.text += text_[at_++];
    }
    if (at_ >= text_.size()) {
      throw bad_input("the string does not end", source_.where(begin));
    }
    ++at_;
    return token;
  }

  const DotText& source_;
  const std::string& text_;
  size_t at_ = 0;
  std::vector<DotToken> tokens_;
};

}  // namespace

DotText::DotText(const std::string& text, const std::string& file) : text_(text), file_(file) {
  lines_.push_back(0);
  for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1)) {
    lines_.push_back(end + 1);
  }
}

Location DotText::where(size_t offset, size_t length) const {
  const auto after = std::ranges::upper_bound(lines_, offset);
  const size_t begin = *(after - 1);
  const size_t end = after == lines_.end() ? text_.size() : *after - 1;
  return {.file = file_,
          .line = static_cast<int>(after - lines_.begin()),
          .column = static_cast<int>(offset - begin) + 1,
          .text = end - begin > kWidestLine ? "" : text_.substr(begin, end - begin),
          .length = static_cast<int>(std::clamp<size_t>(end - std::min(end, offset), 1, length))};
}

std::vector<DotToken> read_dot_tokens(const DotText& text) { return Lexer(text).read(); }

}  // namespace fiberloom
