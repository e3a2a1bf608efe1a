#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

/// Coordinates of one fiber: the runs of the two sides take turns, and between two runs stands one
/// coordinate that both have (the very first only side 1). So an intersection skips `length`
/// coordinates of one side, meets one, and skips `length` of the other.
std::vector<uint64_t> run_coordinates(uint64_t size, uint64_t length, uint64_t side,
                                      uint64_t most) {
  std::vector<uint64_t> coordinates;
  const uint64_t step = length < size ? length + 1 : size;
  for (uint64_t begin = 0; begin < size && coordinates.size() < most; begin += step) {
    if (begin > 0 || side == 1) {
      coordinates.push_back(begin);
    }
    if (begin / step % 2 == side) {
      const uint64_t end = std::min(size, begin + 1 + length);
      for (uint64_t c = begin + 1; c < end && coordinates.size() < most; ++c) {
        coordinates.push_back(c);
      }
    }
  }
  return coordinates;
}

GeneratedPoints make_runs(GeneratorInput& input) {
  if (input.shape.empty()) {
    throw input.recipe.error("", "runs need a mode to run along");
  }
  const uint64_t side = input.recipe.count("side");
  const uint64_t length = input.recipe.count("length");
  if (side > 1) {
    throw input.recipe.error("side", fmt::format("side {} of two", side), "0 or 1");
  }
  if (length == 0) {
    throw input.recipe.error("length", "a run has at least one coordinate");
  }
  const uint64_t most =
      input.recipe.gives("nnz") ? input.recipe.count("nnz") : std::numeric_limits<uint64_t>::max();
  check_points(input,
               std::min(approximate_cells(input.shape),
                        approximate_cells(std::span(input.shape).first(input.shape.size() - 1)) *
                            static_cast<double>(most)));
  const auto last_mode = run_coordinates(input.shape.back(), length, side, most);
  PointCollector points(input.shape.size());
  std::vector<uint64_t> point(input.shape.size());
  for_each_cell(std::span(input.shape).first(input.shape.size() - 1),
                [&](const std::vector<uint64_t>& fiber) {
                  std::copy(fiber.begin(), fiber.end(), point.begin());
                  for (const uint64_t coordinate : last_mode) {
                    point.back() = coordinate;
                    points.add(point);
                  }
                });
  return points.take();
}

const Generators registration(
    {.name = "runs",
     .summary = "SAM's vectors of runs, for a pair of operands with side=0 and side=1: their runs "
                "along the last mode take turns, with a common coordinate between two runs",
     .parameters = {{"length", "count", "10", "coordinates in a run"},
                    {"side", "count", "0", "which of the two operands"},
                    {"nnz", "count", "", "entries of a fiber; without it, to its end"}},
     .values = "1..9",
     .make = make_runs});

}  // namespace
}  // namespace fiberloom
