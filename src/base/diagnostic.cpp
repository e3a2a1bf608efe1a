#include "base/diagnostic.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fiberloom {
namespace {

constexpr size_t kWidestLine = 160;

/// Lines the caret up with `where.column`; tabs stay tabs so that the terminal does the same to
/// both.
std::string caret_line(const Location& where) {
  std::string line;
  const size_t indent = where.column > 0 ? static_cast<size_t>(where.column - 1) : 0;
  for (size_t i = 0; i < indent; ++i) {
    line += i < where.text.size() && where.text[i] == '\t' ? '\t' : ' ';
  }
  line += '^';
  line.append(static_cast<size_t>(std::max(0, where.length - 1)), '~');
  return line;
}

std::string place(const Location& where) {
  if (!where.known()) {
    return "fiberloom";
  }
  if (where.line <= 0) {
    return where.file;
  }
  if (where.column <= 0) {
    return fmt::format("{}:{}", where.file, where.line);
  }
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

}  // namespace

Location locate_in_text(std::string_view file, std::string_view text, size_t offset,
                        size_t length) {
  offset = std::min(offset, text.size());
  const size_t previous = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const size_t begin = previous == std::string_view::npos ? 0 : previous + 1;
  const size_t end = std::min(text.find('\n', begin), text.size());
  Location where;
  where.file = file;
  where.line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + begin, '\n'));
  where.column = static_cast<int>(offset - begin) + 1;
  where.text = text.substr(begin, end - begin);
  where.length =
      static_cast<int>(std::max<size_t>(1, std::min(length, end - std::min(end, offset))));
  return where;
}

Error::Error(ExitCode code, std::string message, Location where, std::string hint)
    : std::runtime_error(message),
      code_(code),
      message_(std::move(message)),
      where_(std::move(where)),
      hint_(std::move(hint)) {}

std::string Error::render() const {
  std::string out = fmt::format("{}: error: {}", place(where_), message_);
  const bool caret = where_.known() && where_.line > 0 && where_.column > 0 &&
                     !where_.text.empty() && where_.text.size() <= kWidestLine;
  if (caret) {
    out += fmt::format("\n{:>5} | {}\n      | {}", where_.line, where_.text, caret_line(where_));
    if (!hint_.empty()) {
      out += ' ' + hint_;
    }
  } else if (!hint_.empty()) {
    out += "\n  " + hint_;
  }
  return out;
}

Error bad_input(std::string message, Location where, std::string hint) {
  return {ExitCode::bad_input, std::move(message), std::move(where), std::move(hint)};
}

}  // namespace fiberloom
