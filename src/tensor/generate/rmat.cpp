#include <array>
#include <cmath>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

/// A range of rows or columns that is halved until one is left.
struct Interval {
  uint64_t begin;
  uint64_t end;

  bool open() const { return end - begin > 1; }
  void take(bool second) {
    const uint64_t middle = begin + (end - begin + 1) / 2;
    (second ? begin : end) = middle;
  }
};

/// The chances of the quadrants as parts of 2^32, cumulative.
struct Quadrants {
  uint64_t a;
  uint64_t ab;
  uint64_t abc;
};

Quadrants quadrants(const Recipe& recipe) {
  const double a = recipe.fraction("a");
  const double b = recipe.fraction("b");
  const double c = recipe.fraction("c");
  if (a + b + c > 1) {
    throw recipe.error("c", "a + b + c is above 1", "d is what is left to 1");
  }
  const auto parts = [](double chance) {
    return static_cast<uint64_t>(std::floor(chance * 0x1p32));
  };
  return {parts(a), parts(a + b), parts(a + b + c)};
}

GeneratedPoints make_rmat(GeneratorInput& input) {
  require_order(input, 2);
  const Quadrants chances = quadrants(input.recipe);
  const uint64_t count = input.shape[0] == 0 || input.shape[1] == 0 ? 0 : input.recipe.count("nnz");
  check_points(input, static_cast<double>(count));
  PointCollector points(2);
  for (uint64_t entry = 0; entry < count; ++entry) {
    Interval rows{0, input.shape[0]};
    Interval columns{0, input.shape[1]};
    while (rows.open() || columns.open()) {
      const uint64_t draw = input.random.next() >> 32;
      if (rows.open()) {
        rows.take(draw >= chances.ab);
      }
      if (columns.open()) {
        columns.take(draw >= chances.abc || (draw >= chances.a && draw < chances.ab));
      }
    }
    points.add(std::array{rows.begin, columns.begin});
  }
  return points.take();
}

const Generators registration(
    {.name = "rmat",
     .summary = "a graph with a power law (R-MAT): each entry falls into quadrants of quadrants; "
                "entries that fall together are one",
     .parameters = {{"nnz", "count", "", "entries drawn; a few fall together"},
                    {"a", "real", "0.57", "chance of the upper left quadrant"},
                    {"b", "real", "0.19", "chance of the upper right one"},
                    {"c", "real", "0.19", "chance of the lower left one; d has the rest"}},
     .values = "1..9",
     .make = make_rmat});

}  // namespace
}  // namespace fiberloom
