#include "kernel/result_binding.h"

#include <algorithm>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/formats/compressed.h"
#include "tensor/formats/dense.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

void release(void*& array) { std::free(std::exchange(array, nullptr)); }

/// Copies a kernel's array and frees it.
template <class To>
std::vector<To> taken(void*& array, uint64_t count) {
  const auto* begin = static_cast<const To*>(array);
  std::vector<To> copy(begin, begin + count);
  release(array);
  return copy;
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ExitCode::internal, "a kernel's result does not fit together: " + what);
}

bool is_dense(char letter) { return LevelFormats::find(letter)->full; }

uint64_t count_nonzeros(const Values& values) {
  return values.visit([](const auto& v) {
    return static_cast<uint64_t>(v.size()) -
           static_cast<uint64_t>(
               std::ranges::count(v, typename std::decay_t<decltype(v)>::value_type{}));
  });
}

}  // namespace

BoundResult::BoundResult(const KernelSource& source, std::vector<uint64_t> shape)
    : format_(source.result.format),
      type_(source.result.type),
      wide_(source.wide),
      shape_(std::move(shape)),
      levels_(format_.levels()),
      coordinates_(source.loops.size()),
      dense_(std::ranges::all_of(format_.letters, is_dense)) {
  for (size_t k = 0; k < levels_.size(); ++k) {
    levels_[k].size = static_cast<int64_t>(shape_[format_.order[k]]);
  }
  result_.levels = levels_.data();
  result_.coordinates = coordinates_.data();
  clear();
}

uint64_t BoundResult::bytes() const {
  const uint64_t width = wide_ ? sizeof(int64_t) : sizeof(int32_t);
  uint64_t bytes = 0;
  uint64_t positions = 1;
  for (size_t k = 0; k < levels_.size(); ++k) {
    if (is_dense(format_.letters[k])) {
      positions *= static_cast<uint64_t>(levels_[k].size);
      continue;
    }
    bytes += (positions + 1 + static_cast<uint64_t>(levels_[k].positions)) * width;
    positions = static_cast<uint64_t>(levels_[k].positions);
  }
  return with_component_type(type_, [&](auto zero) { return bytes + positions * sizeof zero; });
}

void BoundResult::give_values() {
  uint64_t count = 1;
  for (const fiberloom_result_level& level : levels_) {
    count = checked_positions(count, static_cast<uint64_t>(level.size));
  }
  given_.emplace(type_, count);
  result_.values = given_->visit([](auto& v) -> void* { return v.data(); });
}

void BoundResult::clear() {
  for (fiberloom_result_level& level : levels_) {
    release(level.segments);
    release(level.coordinates);
    level.positions = 0;
  }
  if (!dense_) {
    release(result_.values);
  } else if (!given_) {
    give_values();
  }
  std::ranges::fill(coordinates_, 0);
}

template <class Number>
std::unique_ptr<Level> BoundResult::take_compressed(fiberloom_result_level& level,
                                                    uint64_t parents) const {
  const auto count = static_cast<uint64_t>(level.positions);
  if (level.segments == nullptr || (level.coordinates == nullptr && count > 0)) {
    refuse("an array is missing");
  }
  const auto* segments = static_cast<const Number*>(level.segments);
  if (segments[0] != 0 || segments[parents] != count) {
    refuse(fmt::format("segments from {} to {} bound {} coordinates", segments[0],
                       segments[parents], count));
  }
  return std::make_unique<CompressedLevel>(level.size,
                                           IndexArray(taken<Number>(level.segments, parents + 1)),
                                           IndexArray(taken<Number>(level.coordinates, count)));
}

uint64_t BoundResult::take_level(size_t k, uint64_t parents,
                                 std::vector<std::unique_ptr<Level>>& levels) {
  fiberloom_result_level& level = levels_[k];
  if (is_dense(format_.letters[k])) {
    levels.push_back(std::make_unique<DenseLevel>(level.size, parents));
  } else if (level.positions < 0) {
    refuse("a negative number of coordinates");
  } else {
    levels.push_back(wide_ ? take_compressed<uint64_t>(level, parents)
                           : take_compressed<uint32_t>(level, parents));
  }
  return levels.back()->positions();
}

Values BoundResult::take_values(uint64_t count) {
  if (dense_) {
    Values values = std::move(*given_);
    given_.reset();
    result_.values = nullptr;
    return values;
  }
  if (result_.values == nullptr && count > 0) {
    refuse("the values are missing");
  }
  return with_component_type(
      type_, [&](auto zero) { return Values(taken<decltype(zero)>(result_.values, count)); });
}

Tensor BoundResult::take() {
  std::vector<std::unique_ptr<Level>> levels;
  uint64_t positions = 1;
  for (size_t k = 0; k < levels_.size(); ++k) {
    positions = take_level(k, positions, levels);
  }
  Values values = take_values(positions);
  const bool padded = std::ranges::any_of(format_.letters, is_dense);
  const uint64_t stored = padded ? count_nonzeros(values) : values.size();
  return {format_, shape_, std::move(levels), std::move(values), stored};
}

}  // namespace fiberloom
