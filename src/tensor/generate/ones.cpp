#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

GeneratedPoints make_ones(GeneratorInput& input) {
  check_points(input, approximate_cells(input.shape));
  PointCollector points(input.shape.size());
  for_each_cell(input.shape, [&](const std::vector<uint64_t>& cell) { points.add(cell); });
  return points.take();
}

const Generators registration({.name = "ones",
                               .summary = "every cell, a one in each (or other values)",
                               .parameters = {},
                               .values = "ones",
                               .make = make_ones});

}  // namespace
}  // namespace fiberloom
