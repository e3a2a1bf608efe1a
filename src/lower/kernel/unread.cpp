#include "lower/kernel/unread.h"

#include <algorithm>
#include <string_view>

#include "lower/kernel/code_text.h"

namespace fiberloom {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

/// Is the line one statement that writes the name and does not read it?
bool only_writes(std::string_view line, const std::string& name) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  for (const std::string_view type : {"const int ", "int ", "const index_t "}) {
    if (line.starts_with(type)) {
      line.remove_prefix(type.size());
      break;
    }
  }
  if (!line.starts_with(name)) {
    return false;
  }
  line.remove_prefix(name.size());
  return (line.starts_with(" = ") || line.starts_with(" |= ")) && !mentions(line, name);
}

/// The OpenMP clause under which threads combine a flag: it writes and reads for its own sake.
std::string clause_of(const std::string& name) { return " reduction(| : " + name + ")"; }

std::string without(std::string text, const std::string& part) {
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
  return text;
}

bool is_read(const std::vector<std::string_view>& lines, const std::string& name) {
  return std::ranges::any_of(lines, [&](std::string_view line) {
    return mentions(line, name) && !only_writes(line, name);
  });
}

}  // namespace

std::string without_unread(std::string text, const std::vector<std::string>& names) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string& name : names) {
      const std::string plain = without(text, clause_of(name));
      const std::vector<std::string_view> lines = lines_of(plain);
      if (!mentions(plain, name) || is_read(lines, name)) {
        continue;
      }
      std::string kept;
      for (const std::string_view line : lines) {
        kept += mentions(line, name) ? "" : line;
      }
      text = std::move(kept);
      changed = true;
    }
  }
  return text;
}

}  // namespace fiberloom
