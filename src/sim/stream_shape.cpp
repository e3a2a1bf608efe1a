#include "sim/stream_shape.h"

#include <cctype>
#include <limits>

#include <fmt/format.h>

#include "sim/token_text.h"

namespace fiberloom {

std::vector<Token> read_stream(const std::string& text, const std::string& name, StreamKind kind,
                               ComponentType component) {
  std::vector<Token> tokens;
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  for (size_t at = 0; at < text.size();) {
    if (blank(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && !blank(text[end])) {
      ++end;
    }
    try {
      tokens.push_back(token_from_text(text.substr(at, end - at), kind, component));
    } catch (const Error& error) {
      throw bad_input(error.message(), locate_in_text(name, text, at, end - at), error.hint());
    }
    at = end;
  }
  return tokens;
}

void check_shape(const std::vector<Token>& tokens, const StreamType& type,
                 const std::string& name) {
  const auto fail = [&](size_t k, const std::string& what) {
    const std::string at =
        k < tokens.size() ? fmt::format(" (token {}: {})", k, to_text(tokens[k], type.kind)) : "";
    return bad_input(what + at, {.file = name});
  };
  if (tokens.empty() || !tokens.back().is_done()) {
    throw fail(tokens.size(), "a stream must end in D");
  }
  // n of the stop just before; everything is closed at the start, nothing after data.
  int64_t closed = std::numeric_limits<int64_t>::max();
  for (size_t k = 0; k + 1 < tokens.size(); ++k) {
    const Token token = tokens[k];
    if (token.is_done()) {
      throw fail(k, "D before the end of the stream");
    }
    if (token.is_point()) {
      closed = -1;
      continue;
    }
    const bool last = k + 2 == tokens.size();
    if (type.depth == kPoints || token.level() >= static_cast<uint32_t>(type.depth)) {
      throw fail(k, type.depth == kPoints
                        ? std::string("a stream of points has no stops")
                        : fmt::format("no such stop in a stream {} loops deep", type.depth));
    }
    if (!last && token.level() + 1 == static_cast<uint32_t>(type.depth)) {
      throw fail(k, "the outermost stop stands before the end");
    }
    if (token.unborn() > 0 && static_cast<int64_t>(token.unborn()) > closed) {
      throw fail(k, "fibers that never began must follow a stop that ends their parents");
    }
    closed = token.level();
  }
  if (type.depth > 0 &&
      (tokens.size() < 2 || !tokens[tokens.size() - 2].is_stop() ||
       tokens[tokens.size() - 2].level() + 1 != static_cast<uint32_t>(type.depth))) {
    throw fail(tokens.size(),
               fmt::format("a stream {} loops deep must end in S{} D", type.depth, type.depth - 1));
  }
  if (type.depth == 0 && tokens.size() != 2) {
    throw fail(tokens.size(), "a stream without loops is one token and D");
  }
}

}  // namespace fiberloom
