#include "report/report_text.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "report/text_table.h"

namespace fiberloom {
namespace {

std::string short_text(const Datum& datum) {
  const auto* real = std::get_if<double>(&datum);
  return real != nullptr ? fmt::format("{:.6g}", *real) : to_text(datum);
}

}  // namespace

std::string to_text(const ReportTable& report) {
  std::vector<std::vector<std::string>> rows = {report.columns};
  for (const ReportTable::Row& row : report.rows) {
    std::vector<std::string>& cells = rows.emplace_back();
    std::ranges::transform(row, std::back_inserter(cells), short_text);
  }
  return table(rows);
}

}  // namespace fiberloom
