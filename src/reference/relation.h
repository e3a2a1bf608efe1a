#pragma once

#include <bit>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "einsum/arithmetic.h"
#include "reference/cell.h"
#include "reference/limits.h"
#include "reference/point_table.h"

namespace fiberloom {

/// Entries of a table grouped by the coordinates of some of its modes.
struct GroupIndex {
  PointTable keys;
  std::vector<uint32_t> starts;   ///< group g is entries [starts[g], starts[g+1])
  std::vector<uint32_t> entries;  ///< numbers of points

  std::span<const uint32_t> group(std::span<const uint64_t> key) const {
    const auto found = keys.find(key);
    return found ? std::span(entries).subspan(starts[*found], starts[*found + 1] - starts[*found])
                 : std::span<const uint32_t>{};
  }
};

/// Groups by the modes of a bit mask.
GroupIndex group_by(const PointTable& points, uint64_t modes, Budget& budget);

/// Points with values: a tensor's entries, or what was computed, with its accuracy.
template <class T>
class Relation {
 public:
  /// `extents`: by mode.
  explicit Relation(std::vector<uint64_t> extents) : points_(std::move(extents)) {}

  const PointTable& points() const { return points_; }
  size_t size() const { return points_.size(); }
  Cell<T> cell(size_t id) const { return cells_.empty() ? given_cell(values_[id]) : cells_[id]; }

  /// Adds a given value, to the entry of its coordinates if there is one.
  void add_given(std::span<const uint64_t> point, T value, Budget& budget) {
    const auto [id, is_new] = points_.insert(point);
    if (is_new) {
      budget.hold(points_.bytes_per_point() + sizeof(T));
      values_.push_back(value);
    } else {
      values_[id] = apply(Operator::add, values_[id], value);
    }
  }

  /// The computed cell of a point, and whether it is new. A table holds either given values or
  /// computed ones.
  std::pair<size_t, bool> insert(std::span<const uint64_t> point, Budget& budget) {
    const auto made = points_.insert(point);
    if (made.second) {
      budget.hold(points_.bytes_per_point() + sizeof(Cell<T>));
      cells_.emplace_back();
    }
    return made;
  }
  Cell<T>& computed(size_t id) { return cells_[id]; }

  /// Made when it is first asked for, and kept.
  const GroupIndex& grouped_by(uint64_t modes, Budget& budget) {
    const auto found = groups_.find(modes);
    return found != groups_.end()
               ? found->second
               : groups_.emplace(modes, group_by(points_, modes, budget)).first->second;
  }

 private:
  PointTable points_;
  std::vector<T> values_;       ///< given, each one exact term
  std::vector<Cell<T>> cells_;  ///< computed
  std::map<uint64_t, GroupIndex> groups_;
};

}  // namespace fiberloom
