#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/diagnostic.h"
#include "tensor/random_tensor.h"

namespace fiberloom {

TEST_CASE("sorting orders the points and sums the duplicates", "[tensor]") {
  CHECK(rc::check([] {
    CoordinateList list = testing::random_list(5, true);
    const auto points = testing::points_of(list);
    const size_t entries = list.entries();
    const std::vector<size_t> order = testing::random_mode_order(list.order());
    sort_and_sum(list, order);
    RC_ASSERT(testing::points_of(list) == points);
    RC_ASSERT(list.entries() == points.size());
    RC_ASSERT(list.duplicates == entries - points.size());
    for (size_t entry = 1; entry < list.entries(); ++entry) {
      const auto key = [&](size_t e) {
        std::vector<uint64_t> coordinates;
        for (const size_t mode : order) {
          coordinates.push_back(list.columns[mode][e]);
        }
        return coordinates;
      };
      RC_ASSERT(key(entry - 1) < key(entry));
    }
  }));
}

TEST_CASE("coordinates of many digits are sorted", "[tensor]") {
  CHECK(rc::check([](std::vector<uint64_t> coordinates) {
    CoordinateList list{.shape = {~uint64_t{0}},
                        .columns = {coordinates},
                        .values = Values(ComponentType::float64, coordinates.size())};
    sort_and_sum(list, std::vector<size_t>{0});
    std::sort(coordinates.begin(), coordinates.end());
    coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
    RC_ASSERT(list.columns[0] == coordinates);
  }));
}

TEST_CASE("duplicates are summed in the order of the file", "[tensor]") {
  CoordinateList list{.shape = {2},
                      .columns = {{1, 0, 1, 1}},
                      .values = Values(std::vector<double>{1e16, 1, 1, -1e16})};
  sort_and_sum(list, std::vector<size_t>{0});
  CHECK(list.values.as<double>() == std::vector<double>{1, (1e16 + 1) - 1e16});
  CHECK(list.duplicates == 2);
}

TEST_CASE("a sum beyond an integer type is an error, not a wrap", "[tensor]") {
  CoordinateList list{
      .shape = {2}, .columns = {{1, 1}}, .values = Values(std::vector<int32_t>{2147483647, 1})};
  CHECK_THROWS_AS(sort_and_sum(list, std::vector<size_t>{0}), Error);
}

}  // namespace fiberloom
