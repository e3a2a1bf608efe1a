#include "report/csv.h"

#include <string_view>

namespace fiberloom {
namespace {

void put(std::string& out, std::string_view cell) {
  if (cell.find_first_of(",\"\n\r") == std::string_view::npos) {
    out += cell;
    return;
  }
  out += '"';
  for (const char c : cell) {
    out += c;
    if (c == '"') {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

std::string to_csv(const ReportTable& report) {
  std::string out;
  const auto line = [&out](const auto& cells, auto text) {
    bool first = true;
    for (const auto& cell : cells) {
      out += first ? "" : ",";
      put(out, text(cell));
      first = false;
    }
    out += '\n';
  };
  line(report.columns, [](const std::string& name) { return name; });
  for (const ReportTable::Row& row : report.rows) {
    line(row, [](const Datum& datum) { return to_text(datum); });
  }
  return out;
}

}  // namespace fiberloom
