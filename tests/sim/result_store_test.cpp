#include "sim/result_store.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

namespace fiberloom {
namespace {

using Points = std::vector<std::vector<double>>;

Points rows(const CoordinateList& list) {
  Points points;
  for (size_t e = 0; e < list.entries(); ++e) {
    std::vector<double> row;
    for (const auto& column : list.columns) {
      row.push_back(static_cast<double>(column[e]));
    }
    row.push_back(list.values.real(e));
    points.push_back(row);
  }
  return points;
}

void fill(WrittenLevel& level, const std::vector<uint64_t>& coordinates,
          const std::vector<uint64_t>& ends) {
  for (const uint64_t c : coordinates) {
    level.coordinates.push_back(c);
  }
  level.ends = ends;
  level.parents = ends.size();
}

ResultStore store_of(const std::string& format, std::vector<std::optional<uint64_t>> shape) {
  return {"X", parse_tensor_format(format), std::move(shape), ComponentType::float64};
}

TEST_CASE("compressed levels give their points in storage order", "[sim]") {
  ResultStore store = store_of("ss:1,0", {std::nullopt, std::nullopt});
  fill(store.level(0), {2, 5}, {2});
  fill(store.level(1), {0, 7, 1}, {2, 3});
  store.values() = Values(std::vector<double>{1, 0, 3});
  const CoordinateList list = store.points(false);
  CHECK(rows(list) == Points{{0, 2, 1}, {7, 2, 0}, {1, 5, 3}});
  CHECK(list.shape == std::vector<uint64_t>{8, 6});
  CHECK(list.shape_is_lower_bound);
  CHECK(rows(store.points(true)) == Points{{0, 2, 1}, {1, 5, 3}});
}

TEST_CASE("the padding of dense levels is left out", "[sim]") {
  ResultStore store = store_of("sd", {4, 3});
  fill(store.level(0), {1, 3}, {2});
  store.values() = Values(std::vector<double>{1, 0, 2, 0, 5});
  const CoordinateList list = store.points(false);
  CHECK(rows(list) == Points{{1, 0, 1}, {1, 2, 2}, {3, 1, 5}});
  CHECK(list.shape == std::vector<uint64_t>{4, 3});
  CHECK_FALSE(list.shape_is_lower_bound);
}

TEST_CASE("a dense level above a compressed one", "[sim]") {
  ResultStore store = store_of("ds", {4, 9});
  fill(store.level(1), {4, 5}, {0, 1, 1, 2});
  store.values() = Values(std::vector<double>{8, 9});
  CHECK(rows(store.points(false)) == Points{{1, 4, 8}, {3, 5, 9}});
}

TEST_CASE("results without points", "[sim]") {
  ResultStore scalar = store_of("", {});
  CHECK(rows(scalar.points(false)).empty());
  scalar.values() = Values(std::vector<double>{0});
  CHECK(rows(scalar.points(false)) == Points{{0}});
  CHECK(rows(scalar.points(true)).empty());
  ResultStore matrix = store_of("ss", {3, 3});
  fill(matrix.level(0), {}, {0});
  CHECK(rows(matrix.points(false)).empty());
}

TEST_CASE("a size that is known later", "[sim]") {
  ResultStore store = store_of("sd", {std::nullopt, std::nullopt});
  store.set_size(1, 3);
  CHECK(store.level(1).size == 3);
  store.set_size(1, 8);  // the first one counts
  CHECK(store.level(1).size == 3);
  store.set_size(0, 0);  // not known
  CHECK_FALSE(store.level(0).size);
}

TEST_CASE("levels that do not fit together are a fault of the graph", "[sim]") {
  ResultStore fibers = store_of("ss", {9, 9});
  fill(fibers.level(0), {0, 1}, {2});
  fill(fibers.level(1), {4}, {1});
  fibers.values() = Values(std::vector<double>{1});
  CHECK_THROWS_WITH(fibers.points(false),
                    Catch::Contains("level 0 of X has 2 coordinates, but 1 fibers"));
  ResultStore values = store_of("s", {9});
  fill(values.level(0), {0, 1}, {2});
  values.values() = Values(std::vector<double>{1});
  CHECK_THROWS_WITH(values.points(false), Catch::Contains("2 coordinates of X have 1 values"));
}

TEST_CASE("a claimed position must not exhaust the memory", "[sim]") {
  try {
    ResultStore::check_position("X", ~uint64_t{0} / 2);
    FAIL("was taken");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::limit);
  }
  CHECK_NOTHROW(ResultStore::check_position("X", 1000));
}

}  // namespace
}  // namespace fiberloom
