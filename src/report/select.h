#pragma once

#include <string>
#include <vector>

#include "report/condition.h"
#include "report/report_table.h"

namespace fiberloom {

/// A column to order by: `NAME`, smallest first, or `NAME:max`, largest first.
struct Ranking {
  size_t column;
  bool largest = false;

  /// Whether `a` stands before `b`; what is absent stands last either way.
  bool before(const ReportTable::Row& a, const ReportTable::Row& b) const;
};

/// Throws Error (bad_input): no such column. `option` is what asked.
Ranking parse_ranking(const ReportTable& table, const std::string& text, const std::string& option);

/// Leaves the rows for which the condition holds.
void keep_where(ReportTable& table, const Condition& condition);
/// Leaves the rows that have a number in the column.
void keep_measured(ReportTable& table, size_t column);
/// Sorts; equal rows keep their order.
void sort_by(ReportTable& table, const Ranking& ranking);
/// The table with these columns alone, in this order.
ReportTable with_columns(const ReportTable& table, const std::vector<std::string>& names);
/// Leaves the rows that no other row beats: none is at least as good in every ranking and better in
/// one (the Pareto front). Rows that lack a number are left out.
void keep_front(ReportTable& table, const std::vector<Ranking>& rankings);

}  // namespace fiberloom
