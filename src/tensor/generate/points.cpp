#include "tensor/generate/points.h"

#include <numeric>

#include <fmt/format.h>

#include "tensor/read/number.h"
#include "tensor/tensor.h"

namespace fiberloom {
namespace {

/// Knuth's selection sampling: one look at every cell.
GeneratedPoints select_points(std::span<const uint64_t> shape, uint64_t cells, uint64_t count,
                              Random& random) {
  PointCollector points(shape.size());
  for_each_cell(shape, [&](const std::vector<uint64_t>& cell) {
    if (random.below(cells--) < count) {
      points.add(cell);
      --count;
    }
  });
  return points.take();
}

/// Draws points until enough of them are distinct; few are drawn twice.
GeneratedPoints draw_points(std::span<const uint64_t> shape, uint64_t count, Random& random) {
  std::vector<size_t> modes(shape.size());
  std::iota(modes.begin(), modes.end(), size_t{0});
  CoordinateList list{.shape = {shape.begin(), shape.end()}};
  list.columns.resize(shape.size());
  while (list.entries() < count) {
    for (uint64_t missing = count - list.entries(); missing > 0; --missing) {
      for (size_t mode = 0; mode < shape.size(); ++mode) {
        list.columns[mode].push_back(random.below(shape[mode]));
      }
    }
    list.values = Values(ComponentType::int32, count);
    sort_and_sum(list, modes);
  }
  return {.columns = std::move(list.columns), .count = count};
}

/// From this share of the cells on looking at every cell is as cheap as drawing.
constexpr uint64_t kCellsPerPoint = 8;

}  // namespace

std::optional<uint64_t> cell_count(std::span<const uint64_t> shape) {
  uint64_t cells = 1;
  bool too_many = false;
  for (const uint64_t size : shape) {
    if (size == 0) {
      return 0;
    }
    too_many = too_many || cells > kLargestIndex / size;
    cells = too_many ? cells : cells * size;
  }
  return too_many ? std::nullopt : std::optional(cells);
}

double approximate_cells(std::span<const uint64_t> shape) {
  double cells = 1;
  for (const uint64_t size : shape) {
    cells *= static_cast<double>(size);
  }
  return cells;
}

void check_points(const GeneratorInput& input, double count) {
  const uint64_t most_points = largest_level() / (input.shape.size() + 1);
  const auto most = static_cast<double>(most_points);
  if (count > most) {
    throw Error(ExitCode::limit, fmt::format("{} would make {:.3g} entries, memory holds {:.3g}",
                                             input.recipe.generator().name, count, most));
  }
}

void require_order(const GeneratorInput& input, size_t order) {
  if (input.shape.size() != order) {
    throw input.recipe.error(
        "", fmt::format("{} makes tensors of order {}, not {}", input.recipe.generator().name,
                        order, input.shape.size()));
  }
}

GeneratedPoints random_points(std::span<const uint64_t> shape, uint64_t count, Random& random) {
  const auto cells = cell_count(shape);
  if (cells && *cells / kCellsPerPoint <= count) {
    return select_points(shape, *cells, count, random);
  }
  return draw_points(shape, count, random);
}

}  // namespace fiberloom
