#include "report/condition.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/spelling.h"
#include "report/condition_operators.h"

namespace fiberloom {
namespace {

constexpr int kDeepest = 200;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// Operator precedence climbing over the text.
class Parser {
 public:
  Parser(const std::string& text, const std::vector<std::string>& columns,
         const Condition::Locate& locate)
      : text_(text), columns_(columns), locate_(locate) {}

  Condition::Evaluate parse() {
    Condition::Evaluate made = operation(kLoosestLevel);
    if (at_ < text_.size()) {
      throw error(at_, 1, fmt::format("expected an operator, got '{}'", text_[at_]),
                  "operators: or, and, not, ==, !=, <, <=, >, >=, +, -, *, /");
    }
    return made;
  }

 private:
  Condition::Evaluate operation(int level) {
    if (++depth_ > kDeepest) {
      throw error(at_, 1, "the condition nests too deep");
    }
    skip_space();
    Condition::Evaluate left = level <= kNotLevel && take("not") ? negation() : operand();
    while (true) {
      skip_space();
      const size_t begin = at_;
      const ConditionOperator* found = take_operator(level);
      if (found == nullptr) {
        --depth_;
        return left;
      }
      left = binary(*found, std::move(left), operation(found->level + 1), begin);
    }
  }

  Condition::Evaluate negation() {
    return [inner = operation(kNotLevel)](const Condition::Row& row) {
      return Datum{int64_t{is_true(inner(row)) ? 0 : 1}};
    };
  }

  Condition::Evaluate binary(const ConditionOperator& made, Condition::Evaluate left,
                             Condition::Evaluate right, size_t begin) {
    return [&made, left = std::move(left), right = std::move(right),
            where = locate_(begin, made.symbol.size())](const Condition::Row& row) {
      const Datum a = left(row);
      const Datum b = right(row);
      if (auto result = made.apply(a, b)) {
        return *std::move(result);
      }
      throw bad_input(fmt::format("'{}' has no meaning between '{}' and '{}'", made.symbol,
                                  to_text(a), to_text(b)),
                      where, "texts can be compared with texts, numbers with numbers");
    };
  }

  Condition::Evaluate operand() {
    skip_space();
    const size_t begin = at_;
    if (take("(")) {
      Condition::Evaluate inner = operation(kLoosestLevel);
      if (!take(")")) {
        throw error(at_, 1, "expected ')'", "a parenthesis is not closed");
      }
      return inner;
    }
    if (take("-")) {
      return binary(subtraction(), constant(int64_t{0}), operation(kTightestLevel), begin);
    }
    if (at_ < text_.size() && (text_[at_] == '\'' || text_[at_] == '"')) {
      return quoted();
    }
    return word();
  }

  static const ConditionOperator& subtraction() {
    return *std::ranges::find(condition_operators(), "-", &ConditionOperator::symbol);
  }

  static Condition::Evaluate constant(Datum value) {
    return [value = std::move(value)](const Condition::Row&) { return value; };
  }

  Condition::Evaluate quoted() {
    const size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string::npos) {
      throw error(at_, text_.size() - at_, "a quoted text does not end");
    }
    const std::string value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return constant(value);
  }

  /// A number or the name of a column.
  Condition::Evaluate word() {
    const size_t begin = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || is_exponent_sign(begin))) {
      ++at_;
    }
    const std::string name = text_.substr(begin, at_ - begin);
    if (name.empty()) {
      throw error(begin, 1, "expected a column, a number or a text in quotes");
    }
    if (const auto column = std::ranges::find(columns_, name); column != columns_.end()) {
      return [place = static_cast<size_t>(column - columns_.begin())](const Condition::Row& row) {
        return row[place];
      };
    }
    Datum value = datum_from_text(name);
    if (name != "unbounded" && !number_of(value)) {
      throw error(begin, name.size(),
                  fmt::format("there is no column '{}', and a text stands in quotes", name),
                  suggestion(name, columns_, "columns"));
    }
    return constant(std::move(value));
  }

  /// The sign in 1e-3.
  bool is_exponent_sign(size_t begin) const {
    return at_ > begin && (text_[at_] == '-' || text_[at_] == '+') &&
           (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E') &&
           (std::isdigit(static_cast<unsigned char>(text_[begin])) != 0 || text_[begin] == '.');
  }

  const ConditionOperator* take_operator(int level) {
    for (const ConditionOperator& candidate : condition_operators()) {
      if (candidate.level >= level && take(candidate.symbol)) {
        return &candidate;
      }
    }
    return nullptr;
  }

  /// Takes a symbol, or a word that does not go on.
  bool take(std::string_view symbol) {
    skip_space();
    const size_t end = at_ + symbol.size();
    const bool goes_on = is_word(symbol.back()) && end < text_.size() && is_word(text_[end]);
    if (text_.compare(at_, symbol.size(), symbol) != 0 || goes_on) {
      return false;
    }
    at_ = end;
    return true;
  }

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      ++at_;
    }
  }

  Error error(size_t offset, size_t length, const std::string& message,
              const std::string& hint = {}) const {
    return bad_input(message, locate_(offset, length), hint);
  }

  const std::string& text_;
  const std::vector<std::string>& columns_;
  const Condition::Locate& locate_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Condition::Condition(const std::string& text, const std::vector<std::string>& columns,
                     const Locate& locate)
    : evaluate_(Parser(text, columns, locate).parse()) {}

bool Condition::holds(const Row& row) const { return is_true(evaluate_(row)); }

}  // namespace fiberloom
