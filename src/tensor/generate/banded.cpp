#include <algorithm>
#include <array>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

GeneratedPoints make_banded(GeneratorInput& input) {
  require_order(input, 2);
  const uint64_t rows = input.shape[0];
  const uint64_t columns = input.shape[1];
  const uint64_t lower = std::min(input.recipe.count("lower"), rows);
  const uint64_t upper = std::min(input.recipe.count("upper"), columns);
  const uint64_t last_row = std::min(rows, columns > rows ? rows : columns + lower);
  check_points(input, static_cast<double>(last_row) *
                          std::min(static_cast<double>(lower) + static_cast<double>(upper) + 1,
                                   static_cast<double>(columns)));
  PointCollector points(2);
  for (uint64_t row = 0; row < last_row; ++row) {
    const uint64_t end = std::min(columns, row + upper + 1);
    for (uint64_t column = row - std::min(row, lower); column < end; ++column) {
      points.add(std::array{row, column});
    }
  }
  return points.take();
}

const Generators registration(
    {.name = "banded",
     .summary = "a matrix whose entries lie about the diagonal",
     .parameters = {{"lower", "count", "1", "diagonals below the main one"},
                    {"upper", "count", "1", "diagonals above the main one"}},
     .values = "1..9",
     .make = make_banded});

}  // namespace
}  // namespace fiberloom
