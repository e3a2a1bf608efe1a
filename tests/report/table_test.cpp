#include <limits>
#include <random>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "report/csv.h"
#include "report/json_table.h"
#include "report/report_text.h"
#include "report/select.h"

namespace fiberloom {
namespace {

ReportTable sample() {
  return {.columns = {"point", "cycles", "name"},
          .rows = {{int64_t{1}, int64_t{30}, std::string("a,b")},
                   {int64_t{2}, Datum{}, std::string("say \"x\"")},
                   {int64_t{3}, 10.5, std::string("c\nd")}}};
}

}  // namespace

TEST_CASE("a text becomes the number that it is", "[report]") {
  CHECK(datum_from_text("12") == Datum(int64_t{12}));
  CHECK(datum_from_text("-3") == Datum(int64_t{-3}));
  CHECK(datum_from_text("0.5") == Datum(0.5));
  CHECK(datum_from_text("1e3") == Datum(1000.0));
  for (const char* text : {"unbounded", "inf", "nan", "", "1x", "0x10", "99 "}) {
    CHECK(datum_from_text(text) == Datum(std::string(text)));
  }
}

TEST_CASE("scalars of JSON and back", "[report]") {
  CHECK(datum_from_json(true) == Datum(int64_t{1}));
  CHECK(datum_from_json(nullptr) == Datum{});
  CHECK(datum_from_json(std::numeric_limits<uint64_t>::max()) == Datum(18446744073709551616.0));
  for (const auto& value : {nlohmann::json(7), nlohmann::json(0.25), nlohmann::json("x")}) {
    CHECK(datum_to_json(datum_from_json(value)) == value);
  }
}

TEST_CASE("CSV quotes what needs it", "[report]") {
  CHECK(to_csv(sample()) ==
        "point,cycles,name\n1,30,\"a,b\"\n2,,\"say \"\"x\"\"\"\n3,10.5,\"c\nd\"\n");
}

TEST_CASE("JSON has an object for each row", "[report]") {
  const auto json = table_to_json(sample());
  REQUIRE(json.size() == 3);
  CHECK(json[1] == nlohmann::json({{"point", 2}, {"cycles", nullptr}, {"name", "say \"x\""}}));
}

TEST_CASE("tables of different columns are put together", "[report]") {
  ReportTable table = sample();
  append(table, {.columns = {"new", "point"}, .rows = {{int64_t{9}, int64_t{4}}}});
  CHECK(table.columns == std::vector<std::string>{"point", "cycles", "name", "new"});
  REQUIRE(table.rows.size() == 4);
  CHECK(table.rows[0][3] == Datum{});
  CHECK(table.rows[3] == ReportTable::Row{int64_t{4}, Datum{}, Datum{}, int64_t{9}});
}

TEST_CASE("rows are ordered by a column, what is absent last", "[report]") {
  const auto points = [](const std::string& ranking) {
    ReportTable table = sample();
    sort_by(table, parse_ranking(table, ranking, "--sort"));
    std::vector<Datum> order;
    for (const auto& row : table.rows) {
      order.push_back(row[0]);
    }
    return order;
  };
  CHECK(points("cycles") == std::vector<Datum>{int64_t{3}, int64_t{1}, int64_t{2}});
  CHECK(points("cycles:max") == std::vector<Datum>{int64_t{1}, int64_t{3}, int64_t{2}});
  CHECK(points("name") == std::vector<Datum>{int64_t{1}, int64_t{3}, int64_t{2}});
  CHECK_THROWS_AS(points("cycle"), Error);
}

TEST_CASE("columns are chosen by name, a wrong one with the nearest right one", "[report]") {
  const ReportTable chosen = with_columns(sample(), {"name", "point"});
  CHECK(chosen.rows[0] == ReportTable::Row{std::string("a,b"), int64_t{1}});
  try {
    with_columns(sample(), {"cycels"});
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.message() == "--columns: there is no column 'cycels'");
    CHECK(error.hint().find("cycles") != std::string::npos);
  }
}

TEST_CASE("the Pareto front is what no row beats, on random tables", "[report]") {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    ReportTable table{.columns = {"a", "b", "c"}};
    for (int row = 0; row < 60; ++row) {
      const auto number = [&] { return Datum(static_cast<int64_t>(random() % 8)); };
      table.rows.push_back({number(), number(), row % 9 == 0 ? Datum{} : number()});
    }
    // By the definition: a small, b large, c small.
    const auto at_least = [](const auto& x, const auto& y) {
      return !less(y[0], x[0]) && !less(x[1], y[1]) && !less(y[2], x[2]);
    };
    std::vector<ReportTable::Row> expected;
    for (const auto& row : table.rows) {
      bool beaten = is_absent(row[2]);
      for (const auto& other : table.rows) {
        beaten |= !is_absent(other[2]) && at_least(other, row) && other != row;
      }
      if (!beaten) {
        expected.push_back(row);
      }
    }
    keep_front(table, {parse_ranking(table, "a", ""), parse_ranking(table, "b:max", ""),
                       parse_ranking(table, "c", "")});
    std::ranges::sort(expected);
    std::ranges::sort(table.rows);
    CHECK(table.rows == expected);
  }
}

TEST_CASE("a text table has a line of names and six digits", "[report]") {
  CHECK(to_text(ReportTable{.columns = {"x", "y"}, .rows = {{1.23456789, std::string("z")}}}) ==
        "      x  y\n1.23457  z\n");
}

}  // namespace fiberloom
