#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/level_format.h"
#include "tensor/tensor.h"

namespace fiberloom {
namespace {

/// How many levels from `first` on share positions: a COO group, or the level alone.
size_t group_size(std::string_view letters, size_t first) {
  size_t size = 1;
  while (first + size < letters.size() && LevelFormats::find(letters[first + size])->singleton) {
    ++size;
  }
  return size;
}

void check_coordinates(const CoordinateList& list) {
  for (size_t mode = 0; mode < list.order(); ++mode) {
    const auto& column = list.columns[mode];
    const auto largest = std::max_element(column.begin(), column.end());
    if (largest != column.end() && *largest >= list.shape[mode]) {
      throw bad_input(fmt::format("coordinate {} of mode {} is beyond its size {}", *largest + 1,
                                  mode, list.shape[mode]));
    }
  }
}

/// The values at their positions, zero where a position has no entry.
Values place_values(Values values, std::span<const uint64_t> starts) {
  const size_t positions = starts.size() - 1;
  if (positions == values.size()) {  // a position has at most one entry, so here each has one
    return values;
  }
  return values.visit([&](const auto& entries) {
    std::remove_cvref_t<decltype(entries)> placed(positions);
    for (size_t position = 0; position < positions; ++position) {
      if (starts[position] < starts[position + 1]) {
        placed[position] = entries[starts[position]];
      }
    }
    return Values(std::move(placed));
  });
}

}  // namespace

Tensor pack(CoordinateList list, const TensorFormat& format) {
  check_tensor_format(format, list.order());
  check_coordinates(list);
  sort_and_sum(list, format.order);

  std::vector<std::span<const uint64_t>> columns;
  for (const size_t mode : format.order) {
    columns.emplace_back(list.columns[mode]);
  }
  std::vector<std::unique_ptr<Level>> levels;
  std::vector<uint64_t> starts = {0, list.entries()};
  for (size_t first = 0; first < format.levels();) {
    const size_t group = group_size(format.letters, first);
    for (size_t k = first; k < first + group; ++k) {
      PackedLevel packed = LevelFormats::find(format.letters[k])
                               ->pack({.size = list.shape[format.order[k]],
                                       .columns = std::span(columns).subspan(k),
                                       .group = first + group - k,
                                       .last_of_group = k + 1 == first + group,
                                       .starts = starts});
      levels.push_back(std::move(packed.level));
      starts = std::move(packed.starts);
    }
    first += group;
  }
  const uint64_t stored = list.entries();
  return {format, std::move(list.shape), std::move(levels),
          place_values(std::move(list.values), starts), stored};
}

}  // namespace fiberloom
