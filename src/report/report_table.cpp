#include "report/report_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace fiberloom {

size_t ReportTable::column(const std::string& name, const std::string& option) const {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end()) {
    throw bad_input(fmt::format("{}: there is no column '{}'", option, name), {},
                    suggestion(name, columns, "columns"));
  }
  return static_cast<size_t>(found - columns.begin());
}

size_t ReportTable::add_column(const std::string& name) {
  const auto found = std::ranges::find(columns, name);
  const auto place = static_cast<size_t>(found - columns.begin());
  if (found == columns.end()) {
    columns.push_back(name);
    for (Row& row : rows) {
      row.emplace_back();
    }
  }
  return place;
}

void append(ReportTable& table, const ReportTable& more) {
  std::vector<size_t> places;
  for (const std::string& name : more.columns) {
    places.push_back(table.add_column(name));
  }
  for (const ReportTable::Row& row : more.rows) {
    ReportTable::Row& added = table.rows.emplace_back(table.columns.size());
    for (size_t c = 0; c < row.size(); ++c) {
      added[places[c]] = row[c];
    }
  }
}

}  // namespace fiberloom
