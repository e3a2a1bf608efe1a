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

/// Points with values: a tensor's entries, or a result with what is known of its accuracy.
template <class T>
class Relation {
 public:
  explicit Relation(size_t order) : points_(order) {}

  const PointTable& points() const { return points_; }
  size_t size() const { return points_.size(); }

  Cell<T> cell(size_t id) const {
    return accuracy_.empty() ? given_cell(values_[id]) : Cell<T>(values_[id], accuracy_[id]);
  }
  void set(size_t id, const Cell<T>& cell) {
    values_[id] = cell.value;
    accuracy_[id] = cell;
  }

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

  /// The point's number; for a new one the cell is to be set.
  std::pair<size_t, bool> insert(std::span<const uint64_t> point, Budget& budget) {
    const auto made = points_.insert(point);
    if (made.second) {
      budget.hold(points_.bytes_per_point() + sizeof(T) + sizeof(Accuracy));
      values_.emplace_back();
      accuracy_.emplace_back();
    }
    return made;
  }

  /// Made when it is first asked for, and kept.
  const GroupIndex& grouped_by(uint64_t modes, Budget& budget) {
    const auto found = groups_.find(modes);
    return found != groups_.end()
               ? found->second
               : groups_.emplace(modes, group_by(points_, modes, budget)).first->second;
  }

 private:
  PointTable points_;
  std::vector<T> values_;
  std::vector<Accuracy> accuracy_;  ///< empty: all values were given
  std::map<uint64_t, GroupIndex> groups_;
};

}  // namespace fiberloom
