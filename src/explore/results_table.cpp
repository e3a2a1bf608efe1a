#include "explore/results_table.h"

#include <algorithm>

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

namespace fiberloom {
namespace {

using nlohmann::ordered_json;

Datum datum_of(const SQLite::Column& column) {
  if (column.isNull()) {
    return {};
  }
  if (column.isInteger()) {
    return column.getInt64();
  }
  if (column.isFloat()) {
    return column.getDouble();
  }
  return column.getString();
}

/// Puts a cell of each member of an object into a row; its columns are made as they come.
void put_members(const std::string& text, ReportTable& table, size_t row) {
  const ordered_json object = ordered_json::parse(text);
  for (const auto& member : object.items()) {
    const size_t column = table.add_column(member.key());
    table.rows[row][column] = datum_from_json(member.value());
  }
}

/// A column of the database under its name.
void put(ReportTable& table, size_t row, const SQLite::Column& column) {
  table.rows[row][table.add_column(column.getName())] = datum_of(column);
}

ReportTable without_empty_columns(const ReportTable& table) {
  std::vector<size_t> kept;
  ReportTable chosen;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    const bool empty =
        std::ranges::all_of(table.rows, [&](const auto& row) { return is_absent(row[c]); });
    if (!empty || table.rows.empty()) {
      kept.push_back(c);
      chosen.columns.push_back(table.columns[c]);
    }
  }
  for (const ReportTable::Row& row : table.rows) {
    ReportTable::Row& cells = chosen.rows.emplace_back();
    for (const size_t c : kept) {
      cells.push_back(row[c]);
    }
  }
  return chosen;
}

}  // namespace

ReportTable results_table(SQLite::Database& database) {
  ReportTable table{.columns = {"point"}};
  // The axes' columns come first, whatever the first points lack.
  SQLite::Statement query(database,
                          "SELECT point, axes, measures, status, exit_code, message, cycles, "
                          "sufficient_depth, kernel_seconds, point_seconds, version, command "
                          "FROM points ORDER BY point");
  constexpr int kFirstPlain = 3;
  constexpr int kLast = 11;
  constexpr int kMeasuresBefore = 9;  // the host's seconds and how the point was made end the row
  while (query.executeStep()) {
    const size_t row = table.rows.size();
    table.rows.emplace_back(table.columns.size());
    table.rows[row][0] = query.getColumn(0).getInt64();
    put_members(query.getColumn(1).getString(), table, row);
    for (int c = kFirstPlain; c < kMeasuresBefore; ++c) {
      put(table, row, query.getColumn(c));
    }
    put_members(query.getColumn(2).getString(), table, row);
    for (int c = kMeasuresBefore; c <= kLast; ++c) {
      put(table, row, query.getColumn(c));
    }
  }
  return without_empty_columns(table);
}

}  // namespace fiberloom
