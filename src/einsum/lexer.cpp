#include "einsum/lexer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fiberloom {
namespace {

constexpr std::string_view kSymbols = "=+-*/(){}_,;";
constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53

/// What people write who come from another notation.
constexpr std::array<std::pair<char, std::string_view>, 7> kForeign = {{
    {'^', "a power is written pow(x, 2)"},
    {'[', "indices stand in parentheses: x(i)"},
    {'\'', "a transpose is written by its indices: A(j,i)"},
    {'@', "a matrix product is written A(i,k)*B(k,j)"},
    {'.', "a decimal point stands in a number, like 0.5"},
    {':', "slices of a tensor are not supported"},
    {'>', "comparisons are not supported"},
}};

// <cctype> asks the locale; names are ASCII.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class Lexer {
 public:
  explicit Lexer(const SourceText& source) : source_(source), text_(source.text) {}

  Lexeme next() {
    while (is_space(peek())) {
      ++at_;
    }
    begin_ = at_;
    if (at_ >= text_.size()) {
      return token(Lexeme::Kind::end);
    }
    if (is_letter(peek())) {
      return name();
    }
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
      return number();
    }
    if (kSymbols.find(peek()) == std::string_view::npos) {
      throw unexpected_character();
    }
    at_ += peek() == '+' && peek(1) == '=' ? 2 : 1;
    return token(Lexeme::Kind::symbol);
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  Lexeme token(Lexeme::Kind kind) const {
    return {kind, std::string(text_.substr(begin_, at_ - begin_)), 0, {begin_, at_}};
  }
  Error error(const std::string& message, const std::string& hint) const {
    return bad_input(message,
                     locate_in_text(source_.name, text_, begin_, std::max<size_t>(1, at_ - begin_)),
                     hint);
  }

  /// An underscore belongs to the name if a digit follows (B_1), else it begins indices (A_i).
  Lexeme name() {
    while (is_letter(peek()) || is_digit(peek()) || (peek() == '_' && is_digit(peek(1)))) {
      ++at_;
    }
    return token(Lexeme::Kind::name);
  }

  void skip_digits() {
    while (is_digit(peek())) {
      ++at_;
    }
  }

  Lexeme number() {
    skip_digits();
    bool integer = true;
    if (peek() == '.') {
      integer = false;
      ++at_;
      skip_digits();
    }
    const size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if ((peek() == 'e' || peek() == 'E') && is_digit(peek(1 + sign))) {
      integer = false;
      at_ += 1 + sign;
      skip_digits();
    }
    Lexeme made = token(Lexeme::Kind::number);
    if (integer && peek() == 'u') {
      ++at_;  // TACO's unsigned integers
    }
    made.span.end = at_;
    if (is_letter(peek()) || is_digit(peek()) || peek() == '.' || peek() == '_') {
      ++at_;
      throw error(fmt::format("a number runs into '{}'", text_[at_ - 1]),
                  "numbers are written 3, 2.5, 1e3 or 3u, a product 2*x(i)");
    }
    made.value = value_of(made.text);
    if (integer && made.value >= kLargestExactInteger) {
      throw error(fmt::format("the integer {} is too large to be exact", made.text),
                  fmt::format("at most {:.0f}; a rounded one is written {}.0",
                              kLargestExactInteger - 1, made.text));
    }
    return made;
  }

  double value_of(const std::string& digits) const {
    double value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec == std::errc::result_out_of_range) {
      throw error(fmt::format("the number {} is out of range", digits),
                  "numbers are doubles: up to 1.8e308, down to 4.9e-324");
    }
    return value;
  }

  Error unexpected_character() {
    const auto first = static_cast<unsigned char>(text_[at_++]);
    while (first >= 0xC0 && (static_cast<unsigned char>(peek()) & 0xC0) == 0x80) {
      ++at_;  // the rest of a UTF-8 character
    }
    const std::string shown = first < 0x20 || first == 0x7F || (first >= 0x80 && first < 0xC0)
                                  ? fmt::format("byte 0x{:02X}", first)
                                  : fmt::format("'{}'", text_.substr(begin_, at_ - begin_));
    std::string hint = "an expression has names, numbers and + - * / ( ) , = ;";
    for (const auto& [character, advice] : kForeign) {
      if (text_[begin_] == character) {
        hint = advice;
      }
    }
    return error("unexpected " + shown, hint);
  }

  const SourceText& source_;
  std::string_view text_;
  size_t at_ = 0;
  size_t begin_ = 0;
};

}  // namespace

std::vector<Lexeme> tokenize(const SourceText& source) {
  Lexer lexer(source);
  std::vector<Lexeme> tokens;
  do {
    tokens.push_back(lexer.next());
  } while (tokens.back().kind != Lexeme::Kind::end);
  return tokens;
}

}  // namespace fiberloom
