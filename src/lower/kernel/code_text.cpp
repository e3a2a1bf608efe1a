#include "lower/kernel/code_text.h"

#include <cctype>

#include <fmt/format.h>

namespace fiberloom {

void CodeText::line(std::string_view text) {
  text_ += fmt::format("{:{}}{}\n", "", 2 * depth_, text);
}

void CodeText::open(std::string_view head) {
  line(head.empty() ? "{" : fmt::format("{} {{", head));
  ++depth_;
}

void CodeText::close() {
  --depth_;
  line("}");
}

void CodeText::reopen(std::string_view head) {
  --depth_;
  open(fmt::format("}} {}", head));
}

void CodeText::comment(std::string_view text) { line(fmt::format("/* {} */", text)); }

bool mentions(std::string_view text, std::string_view name) {
  const auto in_name = [&](size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    if ((at == 0 || !in_name(at - 1)) && !in_name(at + name.size())) {
      return true;
    }
  }
  return false;
}

bool is_straight(std::string_view text) {
  return text.find_first_of("{}") == std::string_view::npos && !mentions(text, "goto");
}

}  // namespace fiberloom
