#include "tensor/statistics.h"

#include <cmath>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tensor/random_tensor.h"

namespace fiberloom {

TEST_CASE("the statistics of a matrix", "[tensor]") {
  const TensorStatistics found =
      statistics({.shape = {4, 5},
                  .columns = {{0, 0, 0, 2, 2, 3}, {1, 3, 4, 3, 3, 0}},
                  .values = Values(std::vector<double>{1, 0, 2.5, -3, 4, -0.0}),
                  .shape_is_lower_bound = true});
  CHECK(found.shape == std::vector<uint64_t>{4, 5});
  CHECK(found.shape_is_lower_bound);
  CHECK(found.stored == 5);
  CHECK(found.nonzeros == 3);
  CHECK(found.duplicates == 1);
  CHECK(found.value_sum == 4.5);
  CHECK(found.density == 0.25);
  REQUIRE(found.modes.size() == 2);
  CHECK(found.modes[0].slices.count == 3);
  CHECK(found.modes[0].slices.shortest == 1);
  CHECK(found.modes[0].slices.longest == 3);
  CHECK(found.modes[0].slices.mean == Approx(5.0 / 3));
  CHECK(found.modes[0].fibers.count == 1);
  CHECK(found.modes[0].fibers.longest == 3);
  CHECK(found.modes[1].slices.count == 4);
  CHECK(found.modes[1].slices.longest == 2);
  CHECK(found.modes[1].fibers.count == 3);
  CHECK(found.modes[1].fibers.longest == 3);
  CHECK(found.modes[1].fibers.mean == Approx(5.0 / 3));
}

TEST_CASE("the statistics of scalars and empty tensors", "[tensor]") {
  const TensorStatistics scalar = statistics({.values = Values(std::vector<double>{3})});
  CHECK(scalar.stored == 1);
  CHECK(scalar.density == 1);
  const TensorStatistics empty = statistics({.shape = {3, 0}, .columns = {{}, {}}});
  CHECK(empty.stored == 0);
  CHECK(empty.density == 0);
  CHECK(empty.modes[1].fibers.count == 0);
  CHECK(empty.modes[1].fibers.mean == 0);
}

TEST_CASE("sums are exact where they can be", "[tensor]") {
  CHECK(statistics({.shape = {3},
                    .columns = {{0, 1, 2}},
                    .values = Values(std::vector<int64_t>{INT64_MAX, 51, -INT64_MAX})})
            .value_sum == 51);
  CHECK(statistics({.shape = {4},
                    .columns = {{0, 1, 2, 3}},
                    .values = Values(std::vector<double>{1, 1e100, 1, -1e100})})
            .value_sum == 2);
  CHECK(std::isinf(
      statistics(
          {.shape = {2}, .columns = {{0, 1}}, .values = Values(std::vector<double>{HUGE_VAL, 1})})
          .value_sum));
}

TEST_CASE("fiber lengths agree with those of compressed levels", "[tensor]") {
  CHECK(rc::check([] {
    const CoordinateList list = testing::random_list(5, true);
    const TensorStatistics found = statistics(list);
    const Tensor tensor = pack(list, uniform_format('s', list.order()));
    RC_ASSERT(found.stored == tensor.stored());
    for (size_t k = 0; k < tensor.order(); ++k) {
      const uint64_t parents = k == 0 ? 1 : tensor.level(k - 1).positions();
      uint64_t longest = 0;
      for (uint64_t parent = 0; parent < parents; ++parent) {
        const FiberCursor fiber = tensor.level(k).open(parent);
        longest = std::max(longest, fiber.end - fiber.next);
      }
      RC_ASSERT(found.modes[k].fibers.longest == longest);
      RC_ASSERT(found.modes[k].fibers.count == (tensor.stored() == 0 ? 0 : parents));
    }
  }));
}

}  // namespace fiberloom
