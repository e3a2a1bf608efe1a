#pragma once

#include <string>
#include <vector>

#include "report/datum.h"

namespace fiberloom {

/// Named columns; every row has a cell for each.
struct ReportTable {
  using Row = std::vector<Datum>;

  std::vector<std::string> columns;
  std::vector<Row> rows{};

  /// The place of a column. Throws Error (bad_input) with the nearest name; `option` is what asked.
  size_t column(const std::string& name, const std::string& option) const;
  /// The place of a column, which is added, empty, where there is none.
  size_t add_column(const std::string& name);
};

/// Appends the rows of `more`; columns of the same name become one.
void append(ReportTable& table, const ReportTable& more);

}  // namespace fiberloom
