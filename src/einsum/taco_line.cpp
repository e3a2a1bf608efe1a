#include "einsum/taco_line.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace fiberloom {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct Word {
  std::string text;
  size_t begin = 0;
  size_t end = 0;
};

/// The words of a line as a shell reads them: quotes of both kinds and backslashes.
class Words {
 public:
  Words(const std::string& line, const std::string& source) : line_(line), source_(source) {}

  std::optional<Word> next() {
    while (at_ < line_.size() && is_space(line_[at_])) {
      ++at_;
    }
    if (at_ == line_.size()) {
      return std::nullopt;
    }
    Word word;
    word.begin = at_;
    while (at_ < line_.size() && !is_space(line_[at_])) {
      const char c = line_[at_++];
      if (c == '"' || c == '\'') {
        word.text += quoted(c);
      } else if (c == '\\' && at_ < line_.size()) {
        word.text += line_[at_++];
      } else {
        word.text += c;
      }
    }
    word.end = at_;
    return word;
  }

  Error error(size_t begin, size_t end, const std::string& message, const std::string& hint) const {
    return bad_input(message, locate_in_text(source_, line_, begin, end - begin), hint);
  }

 private:
  std::string quoted(char quote) {
    const size_t begin = at_ - 1;
    std::string text;
    for (; at_ < line_.size() && line_[at_] != quote; ++at_) {
      if (quote == '"' && line_[at_] == '\\' && at_ + 1 < line_.size()) {
        ++at_;
      }
      text += line_[at_];
    }
    if (at_ == line_.size()) {
      throw error(begin, begin + 1, "a quote is not closed",
                  "an expression with spaces or parentheses stands in quotes");
    }
    ++at_;
    return text;
  }

  const std::string& line_;
  const std::string& source_;
  size_t at_ = 0;
};

void append(std::vector<TacoLine::Named>& list, const std::string& value, const char* option,
            const char* example) {
  list.push_back(split_named(value, option, example));
}

/// An option that has a value, `-f=A:ds` or `-f A:ds`.
struct Option {
  std::string_view letter;
  void (*read)(TacoLine& line, const std::string& value);
};

constexpr std::array<Option, 6> kOptions = {{
    {"f", [](TacoLine& line, const std::string& v) { append(line.formats, v, "-f", "A:ds:1,0"); }},
    {"s",
     [](TacoLine& line, const std::string& v) {
       std::ranges::move(split_schedule(v), std::back_inserter(line.schedule));
     }},
    {"d", [](TacoLine& line, const std::string& v) { line.sizes.push_back(v); }},
    {"t", [](TacoLine& line, const std::string& v) { append(line.types, v, "-t", "A:float"); }},
    {"i", [](TacoLine& line, const std::string& v) { append(line.inputs, v, "-i", "A:FILE"); }},
    {"g", [](TacoLine& line, const std::string& v) { append(line.generators, v, "-g", "A:d"); }},
}};

constexpr std::array<std::string_view, 7> kIgnored = {"prefix",  "time", "nthreads", "O",
                                                      "verbose", "c",    "cuda"};
constexpr std::array<std::string_view, 2> kIgnoredFamilies = {"print-", "write-"};

bool is_ignored(std::string_view name) {
  return std::ranges::find(kIgnored, name) != kIgnored.end() ||
         std::ranges::any_of(kIgnoredFamilies,
                             [&](std::string_view family) { return name.starts_with(family); });
}

void read_option(TacoLine& line, const Word& word, Words& words) {
  const size_t equals = word.text.find('=');
  const std::string name = word.text.substr(1, equals - 1);
  if (is_ignored(name)) {
    line.ignored.push_back(word.text);
    return;
  }
  const auto* option = std::ranges::find(kOptions, name, &Option::letter);
  if (option == kOptions.end()) {
    std::vector<std::string> known;
    std::ranges::transform(kOptions, std::back_inserter(known),
                           [](const Option& o) { return fmt::format("-{}", o.letter); });
    throw words.error(word.begin, word.end, fmt::format("unknown option '{}'", word.text),
                      suggestion("-" + name, known, "options"));
  }
  if (equals != std::string::npos) {
    option->read(line, word.text.substr(equals + 1));
    return;
  }
  const auto value = words.next();
  if (!value || value->text.starts_with('-')) {
    throw words.error(word.begin, word.end, fmt::format("the option {} has no value", word.text),
                      fmt::format("{0}=VALUE or {0} VALUE", word.text));
  }
  option->read(line, value->text);
}

}  // namespace

TacoLine parse_taco_line(const std::string& line, const std::string& source) {
  Words words(line, source);
  TacoLine made;
  bool found = false;
  while (const auto word = words.next()) {
    if (word->text.size() > 1 && word->text[0] == '-') {
      read_option(made, *word, words);
    } else if (found) {
      throw words.error(
          word->begin, word->end,
          fmt::format("'{}' is no option, and the expression is there already", word->text),
          "one expression, in quotes");
    } else {
      made.expression = word->text;
      found = true;
    }
  }
  if (!found) {
    throw words.error(0, line.size(), "no expression", "as in \"y(i)=A(i,j)*x(j)\" -f=A:ds");
  }
  return made;
}

std::vector<std::string> split_schedule(const std::string& text) {
  std::vector<std::string> commands;
  std::string command;
  int depth = 0;
  for (const char c : text + ',') {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c != ',' || depth > 0) {
      command += is_space(c) && command.empty() ? "" : std::string(1, c);
      continue;
    }
    if (!command.empty()) {
      commands.push_back(std::move(command));
    }
    command.clear();
  }
  if (!command.empty()) {
    command.pop_back();  // the comma that ended the text
    commands.push_back(std::move(command));
  }
  return commands;
}

TacoLine::Named split_named(const std::string& text, const std::string& option,
                            const std::string& example) {
  const size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0) {
    throw bad_input("expected NAME:VALUE", locate_in_text(option, text, 0, text.size()),
                    fmt::format("as in {} {}", option, example));
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

}  // namespace fiberloom
