#include "sim/token_text.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/level.h"

namespace fiberloom {
namespace {

template <class T>
std::optional<T> parse(std::string_view text) {
  T value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || text.empty()) {
    return std::nullopt;
  }
  return value;
}

std::optional<Token> parse_stop(std::string_view text) {
  text.remove_prefix(1);
  const size_t caret = text.find('^');
  const auto level = parse<uint32_t>(text.substr(0, caret));
  const auto unborn = caret == std::string_view::npos ? std::optional<uint32_t>(0)
                                                      : parse<uint32_t>(text.substr(caret + 1));
  if (!level || !unborn || *unborn > *level) {
    return std::nullopt;
  }
  return stop_token(*level, *unborn);
}

std::optional<Token> parse_payload(std::string_view text, StreamKind kind,
                                   ComponentType component) {
  if (kind == StreamKind::val) {
    return with_component_type(component, [&](auto zero) -> std::optional<Token> {
      const auto value = parse<decltype(zero)>(text);
      return value ? std::optional(value_token(*value)) : std::nullopt;
    });
  }
  if (kind == StreamKind::repsig) {
    return text == "R" ? std::optional(data_token(0)) : std::nullopt;
  }
  if (const size_t colon = text.find(':'); colon != std::string_view::npos) {
    const auto begin = parse<uint32_t>(text.substr(0, colon));
    const auto end = parse<uint32_t>(text.substr(colon + 1));
    return begin && end ? std::optional(data_token(position_range(*begin, *end))) : std::nullopt;
  }
  const auto number = parse<uint64_t>(text);
  return number ? std::optional(data_token(*number)) : std::nullopt;
}

}  // namespace

std::string to_text(Token token, StreamKind kind, ComponentType component) {
  switch (token.kind()) {
    case TokenKind::done:
      return "D";
    case TokenKind::empty:
      return "N";
    case TokenKind::stop:
      return token.unborn() == 0 ? fmt::format("S{}", token.level())
                                 : fmt::format("S{}^{}", token.level(), token.unborn());
    case TokenKind::data:
      break;
  }
  if (kind == StreamKind::repsig) {
    return "R";
  }
  if (kind == StreamKind::val) {
    return with_component_type(
        component, [&](auto zero) { return fmt::format("{}", token.value<decltype(zero)>()); });
  }
  return fmt::format("{}", token.payload);
}

Token token_from_text(std::string_view text, StreamKind kind, ComponentType component) {
  std::optional<Token> token;
  if (text == "D") {
    token = done_token();
  } else if (text == "N" && (kind == StreamKind::ref || kind == StreamKind::val)) {
    token = empty_token();
  } else if (text.starts_with('S')) {
    token = parse_stop(text);
  } else {
    token = parse_payload(text, kind, component);
  }
  if (!token) {
    throw bad_input(fmt::format("'{}' is no token of a {} stream", text, name_of(kind)), {},
                    "expected data, N (in ref and val), Sn, Sn^e or D");
  }
  return *token;
}

}  // namespace fiberloom
