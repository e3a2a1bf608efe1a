#include "sim/result_store.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/level_format.h"
#include "tensor/tensor.h"

namespace fiberloom {

ResultStore::ResultStore(std::string name, TensorFormat format,
                         std::vector<std::optional<uint64_t>> shape, ComponentType type)
    : name_(std::move(name)), format_(std::move(format)), shape_(std::move(shape)), values_(type) {
  for (size_t k = 0; k < format_.levels(); ++k) {
    const auto size = shape_[format_.order[k]];
    levels_.push_back({.dense = LevelFormats::find(format_.letters[k])->full,
                       .size = size,
                       .coordinates = IndexArray(size.value_or(~uint64_t{0})),
                       .ends = {}});
  }
}

void ResultStore::set_size(size_t k, uint64_t size) {
  if (size > 0 && !levels_[k].size) {
    shape_[format_.order[k]] = size;
    levels_[k].size = size;
    levels_[k].coordinates = IndexArray(size);
  }
}

void ResultStore::check_position(const std::string& name, uint64_t position) {
  if (position >= largest_level()) {
    throw Error(ExitCode::limit,
                fmt::format("the dense storage of {} would take more than {} values", name,
                            largest_level()),
                {}, "store it compressed");
  }
}

uint64_t ResultStore::bytes() const {
  uint64_t bytes = values_.bytes();
  for (const WrittenLevel& level : levels_) {
    bytes += level.coordinates.bytes() + level.ends.size() * sizeof(uint64_t);
  }
  return bytes;
}

bool ResultStore::beyond(size_t k, uint64_t position) const {
  if (k == levels_.size()) {
    return position >= values_.size();
  }
  const WrittenLevel& level = levels_[k];
  return level.dense ? beyond(k + 1, position * *level.size) : position >= level.ends.size();
}

void ResultStore::walk(size_t k, uint64_t position, std::vector<uint64_t>& path, bool drop_zeros,
                       CoordinateList& list) const {
  if (k == levels_.size()) {
    if (beyond(k, position)) {
      return;
    }
    const bool padding = std::ranges::any_of(levels_, &WrittenLevel::dense);
    if ((padding || drop_zeros) && values_.real(position) == 0) {
      return;
    }
    for (size_t level = 0; level < path.size(); ++level) {
      list.columns[format_.order[level]].push_back(path[level]);
    }
    values_.visit([&](const auto& from) {
      using Vector = std::decay_t<decltype(from)>;
      list.values.as<typename Vector::value_type>().push_back(from[position]);
    });
    return;
  }
  const WrittenLevel& level = levels_[k];
  if (level.dense) {
    for (uint64_t c = 0; c < *level.size && !beyond(k + 1, position * *level.size + c); ++c) {
      path.push_back(c);
      walk(k + 1, position * *level.size + c, path, drop_zeros, list);
      path.pop_back();
    }
    return;
  }
  if (position >= level.ends.size()) {
    return;
  }
  for (uint64_t p = position == 0 ? 0 : level.ends[position - 1]; p < level.ends[position]; ++p) {
    path.push_back(level.coordinates[p]);
    walk(k + 1, p, path, drop_zeros, list);
    path.pop_back();
  }
}

CoordinateList ResultStore::points(bool drop_zeros) const {
  for (size_t k = 0; k + 1 < levels_.size(); ++k) {
    if (!levels_[k].dense && !levels_[k + 1].dense &&
        levels_[k].coordinates.size() != levels_[k + 1].parents) {
      throw bad_input(
          fmt::format("the graph is wrong: level {} of {} has {} coordinates, but {} "
                      "fibers were written below them",
                      k, name_, levels_[k].coordinates.size(), levels_[k + 1].parents));
    }
  }
  if (!levels_.empty() && !levels_.back().dense &&
      levels_.back().coordinates.size() != values_.size()) {
    throw bad_input(fmt::format("the graph is wrong: {} coordinates of {} have {} values",
                                levels_.back().coordinates.size(), name_, values_.size()));
  }
  CoordinateList list;
  list.columns.resize(shape_.size());
  list.values = Values(values_.type());
  std::vector<uint64_t> path;
  walk(0, 0, path, drop_zeros, list);
  for (size_t m = 0; m < shape_.size(); ++m) {
    const auto largest = std::ranges::max_element(list.columns[m]);
    list.shape.push_back(shape_[m].value_or(largest == list.columns[m].end() ? 0 : *largest + 1));
    list.shape_is_lower_bound |= !shape_[m].has_value();
  }
  return list;
}

}  // namespace fiberloom
