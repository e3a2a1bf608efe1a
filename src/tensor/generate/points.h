#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tensor/generate/generator.h"

namespace fiberloom {

/// The number of coordinate tuples of a shape; nullopt beyond 2^63 - 1.
std::optional<uint64_t> cell_count(std::span<const uint64_t> shape);
/// The same as a real, rounded where it is large.
double approximate_cells(std::span<const uint64_t> shape);

/// Throws Error (limit) if memory would not hold so many points.
void check_points(const GeneratorInput& input, double count);
/// Throws Error (bad_input) unless the shape has `order` modes.
void require_order(const GeneratorInput& input, size_t order);

/// `count` distinct points of a shape, every choice equally likely, in ascending order. There must
/// be as many cells. Time is linear in `count`.
GeneratedPoints random_points(std::span<const uint64_t> shape, uint64_t count, Random& random);

/// Calls `visit` with every point of a shape, the last mode fastest.
template <class F>
void for_each_cell(std::span<const uint64_t> shape, F&& visit) {
  for (const uint64_t size : shape) {
    if (size == 0) {
      return;
    }
  }
  std::vector<uint64_t> point(shape.size());
  while (true) {
    visit(std::as_const(point));
    size_t mode = shape.size();
    while (mode-- > 0 && ++point[mode] == shape[mode]) {
      point[mode] = 0;
    }
    if (mode == static_cast<size_t>(-1)) {
      return;
    }
  }
}

/// Collects points.
class PointCollector {
 public:
  explicit PointCollector(size_t order) { points_.columns.resize(order); }

  void add(std::span<const uint64_t> point) {
    for (size_t mode = 0; mode < point.size(); ++mode) {
      points_.columns[mode].push_back(point[mode]);
    }
    ++points_.count;
  }
  GeneratedPoints take() { return std::move(points_); }

 private:
  GeneratedPoints points_;
};

}  // namespace fiberloom
