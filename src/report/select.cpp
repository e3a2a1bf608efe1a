#include "report/select.h"

#include <algorithm>

namespace fiberloom {
namespace {

constexpr std::string_view kLargest = ":max";

/// Sort key of a column: smaller is better.
double cost(const ReportTable::Row& row, const Ranking& ranking) {
  const double number = *number_of(row[ranking.column]);
  return ranking.largest ? -number : number;
}

}  // namespace

bool Ranking::before(const ReportTable::Row& a, const ReportTable::Row& b) const {
  if (is_absent(a[column]) || is_absent(b[column]) || !largest) {
    return less(a[column], b[column]);
  }
  return less(b[column], a[column]);
}

Ranking parse_ranking(const ReportTable& table, const std::string& text,
                      const std::string& option) {
  const bool largest = text.ends_with(kLargest);
  const std::string name = largest ? text.substr(0, text.size() - kLargest.size()) : text;
  return {.column = table.column(name, option), .largest = largest};
}

void keep_where(ReportTable& table, const Condition& condition) {
  std::erase_if(table.rows, [&](const auto& row) { return !condition.holds(row); });
}

void keep_measured(ReportTable& table, size_t column) {
  std::erase_if(table.rows, [&](const auto& row) { return !number_of(row[column]); });
}

void sort_by(ReportTable& table, const Ranking& ranking) {
  std::ranges::stable_sort(table.rows,
                           [&](const auto& a, const auto& b) { return ranking.before(a, b); });
}

ReportTable with_columns(const ReportTable& table, const std::vector<std::string>& names) {
  std::vector<size_t> places;
  for (const std::string& name : names) {
    places.push_back(table.column(name, "--columns"));
  }
  ReportTable chosen{.columns = names};
  for (const ReportTable::Row& row : table.rows) {
    ReportTable::Row& cells = chosen.rows.emplace_back();
    for (const size_t place : places) {
      cells.push_back(row[place]);
    }
  }
  return chosen;
}

void keep_front(ReportTable& table, const std::vector<Ranking>& rankings) {
  for (const Ranking& ranking : rankings) {
    keep_measured(table, ranking.column);
  }
  const auto costs = [&](const ReportTable::Row& row) {
    std::vector<double> found;
    for (const Ranking& ranking : rankings) {
      found.push_back(cost(row, ranking));
    }
    return found;
  };
  // In the order of their costs a row can only be beaten by one before it, and if so, by one of the
  // front so far.
  std::ranges::stable_sort(table.rows,
                           [&](const auto& a, const auto& b) { return costs(a) < costs(b); });
  std::vector<std::vector<double>> front;
  std::erase_if(table.rows, [&](const ReportTable::Row& row) {
    const std::vector<double> mine = costs(row);
    const bool beaten = std::ranges::any_of(front, [&](const std::vector<double>& other) {
      return other != mine && std::ranges::equal(other, mine, std::less_equal<>());
    });
    if (!beaten) {
      front.push_back(mine);
    }
    return beaten;
  });
}

}  // namespace fiberloom
