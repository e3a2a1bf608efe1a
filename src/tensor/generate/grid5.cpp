#include <array>
#include <cmath>

#include <fmt/format.h>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

/// The width of the grid, which must divide the number of its points.
uint64_t grid_width(const GeneratorInput& input, uint64_t points) {
  const bool given = input.recipe.gives("width");
  const uint64_t width = given ? input.recipe.count("width")
                               : static_cast<uint64_t>(std::sqrt(static_cast<double>(points)));
  if (width == 0 ? points != 0 : points % width != 0 || (!given && width * width != points)) {
    throw input.recipe.error("width",
                             given ? fmt::format("{} points do not fill rows of {}", points, width)
                                   : fmt::format("{} points are no square grid", points),
                             "width=W gives the points in a row of the grid");
  }
  return width;
}

/// The Laplacian's values: 4 at a point, -1 at each neighbour.
Values stencil(const GeneratedPoints& points, ComponentType type) {
  return with_component_type(type, [&](auto zero) {
    std::vector<decltype(zero)> values;
    for (size_t entry = 0; entry < points.count; ++entry) {
      values.push_back(static_cast<decltype(zero)>(
          points.columns[0][entry] == points.columns[1][entry] ? 4 : -1));
    }
    return Values(std::move(values));
  });
}

GeneratedPoints make_grid5(GeneratorInput& input) {
  require_order(input, 2);
  const uint64_t n = input.shape[0];
  if (input.shape[1] != n) {
    throw input.recipe.error(
        "", fmt::format("grid5 makes square matrices, not {} by {}", n, input.shape[1]));
  }
  const uint64_t width = grid_width(input, n);
  check_points(input, 5 * static_cast<double>(n));
  PointCollector collector(2);
  for (uint64_t point = 0; point < n; ++point) {
    const uint64_t x = point % width;
    if (point >= width) {
      collector.add(std::array{point, point - width});
    }
    if (x > 0) {
      collector.add(std::array{point, point - 1});
    }
    collector.add(std::array{point, point});
    if (x + 1 < width) {
      collector.add(std::array{point, point + 1});
    }
    if (point + width < n) {
      collector.add(std::array{point, point + width});
    }
  }
  GeneratedPoints points = collector.take();
  if (input.recipe.text("values") == "stencil") {
    points.values = stencil(points, input.options.type);
  }
  return points;
}

const Generators registration(
    {.name = "grid5",
     .summary = "the 5-point stencil on a grid: each point with its up to four neighbours; "
                "values=stencil is 4 and -1",
     .parameters = {{"width", "count", "", "points in a row of the grid; without it, a square"}},
     .values = "stencil",
     .make = make_grid5});

}  // namespace
}  // namespace fiberloom
