#include "report/text_table.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace fiberloom {
namespace {

bool is_number(const std::string& text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 ||
                           (text[0] == '-' && text.size() > 1));
}

}  // namespace

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], row[c].size());
    }
  }
  const size_t sample = rows.size() > 1 ? 1 : 0;
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) {
      const bool right = c < rows[sample].size() && is_number(rows[sample][c]);
      line += right ? fmt::format("{}{:>{}}", c > 0 ? "  " : "", row[c], widths[c])
                    : fmt::format("{}{:<{}}", c > 0 ? "  " : "", row[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace fiberloom
