#include "tensor/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <type_traits>

namespace fiberloom {
namespace {

__extension__ using WideInteger = __int128;

void add_length(LengthSummary& summary, uint64_t length) {
  summary.shortest = summary.count == 0 ? length : std::min(summary.shortest, length);
  summary.longest = std::max(summary.longest, length);
  ++summary.count;
}

/// Fills in the mean of lengths that add up to `total`.
void finish(LengthSummary& summary, uint64_t total) {
  summary.mean =
      summary.count == 0 ? 0 : static_cast<double>(total) / static_cast<double>(summary.count);
}

/// The sum of reals with the lost low parts kept (A. Neumaier, 1974); of integers exact.
template <class T>
double sum_of(const std::vector<T>& values) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<double>(std::accumulate(values.begin(), values.end(), WideInteger{0}));
  } else {
    double sum = 0;
    double lost = 0;
    for (const double value : values) {
      const double next = sum + value;
      lost += std::abs(sum) >= std::abs(value) ? sum - next + value : value - next + sum;
      sum = next;
    }
    return std::isfinite(sum) ? sum + lost : sum;
  }
}

/// Runs of equal coordinates of one mode, whose lengths are the slices.
LengthSummary slices_of(std::vector<uint64_t> column) {
  std::vector<size_t> own = {0};
  CoordinateList list{.shape = {0}, .columns = {std::move(column)}};
  const size_t entries = list.columns[0].size();
  list.values = Values(std::vector<int64_t>(entries, 1));
  sort_and_sum(list, own);
  LengthSummary summary;
  for (const int64_t length : list.values.as<int64_t>()) {
    add_length(summary, static_cast<uint64_t>(length));
  }
  finish(summary, entries);
  return summary;
}

/// The first mode in which entry and its predecessor differ.
size_t first_difference(const CoordinateList& list, size_t entry) {
  size_t mode = 0;
  while (list.columns[mode][entry] == list.columns[mode][entry - 1]) {
    ++mode;
  }
  return mode;
}

/// Fiber lengths of all modes of a sorted list: a coordinate is new in mode m where the entry
/// differs from the one before in mode m or above, its fiber is new where it differs above m.
void count_fibers(const CoordinateList& list, std::vector<ModeStatistics>& modes) {
  std::vector<uint64_t> lengths(modes.size(), 1);
  std::vector<uint64_t> totals(modes.size(), 1);
  for (size_t entry = 1; entry < list.entries(); ++entry) {
    const size_t difference = first_difference(list, entry);
    ++lengths[difference];
    ++totals[difference];
    for (size_t mode = difference + 1; mode < modes.size(); ++mode) {
      add_length(modes[mode].fibers, lengths[mode]);
      lengths[mode] = 1;
      ++totals[mode];
    }
  }
  for (size_t mode = 0; mode < modes.size(); ++mode) {
    add_length(modes[mode].fibers, lengths[mode]);
    finish(modes[mode].fibers, totals[mode]);
  }
}

}  // namespace

TensorStatistics statistics(CoordinateList list) {
  std::vector<size_t> own(list.order());
  std::iota(own.begin(), own.end(), size_t{0});
  sort_and_sum(list, own);

  TensorStatistics result;
  result.shape = list.shape;
  result.shape_is_lower_bound = list.shape_is_lower_bound;
  result.type = list.values.type();
  result.stored = list.entries();
  result.duplicates = list.duplicates;
  list.values.visit([&](const auto& values) {
    result.nonzeros = static_cast<uint64_t>(
        std::count_if(values.begin(), values.end(), [](auto value) { return value != 0; }));
    result.value_sum = sum_of(values);
  });
  double cells = 1;
  for (const uint64_t size : list.shape) {
    cells *= static_cast<double>(size);
  }
  result.density = cells == 0 ? 0 : static_cast<double>(result.stored) / cells;
  result.modes.resize(list.order());
  for (size_t mode = 0; mode < list.order(); ++mode) {
    result.modes[mode].slices = slices_of(list.columns[mode]);
  }
  if (list.entries() > 0) {
    count_fibers(list, result.modes);
  }
  return result;
}

}  // namespace fiberloom
