#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace fiberloom {

struct DotToken {
  enum class Kind : unsigned char { id, symbol, end };
  Kind kind = Kind::end;
  std::string text{};  ///< of a quoted string without the quotes
  bool quoted = false;
  size_t offset = 0;
  size_t length = 1;
};

/// A text with its lines, to find places in.
class DotText {
 public:
  DotText(const std::string& text, const std::string& file);

  const std::string& text() const { return text_; }
  Location where(size_t offset, size_t length = 1) const;
  Location where(const DotToken& token) const { return where(token.offset, token.length); }

 private:
  const std::string& text_;
  const std::string& file_;
  std::vector<size_t> lines_;  ///< where each begins
};

/// The tokens of the DOT language; the last is `end`. Throws Error (bad_input): an unfinished
/// string or comment, a character that begins nothing.
std::vector<DotToken> read_dot_tokens(const DotText& text);

}  // namespace fiberloom
