#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fiberloom {

/// A set of points, each a tuple of coordinates, numbered in the order in which they came.
/// Any sizes and any order: tuples are stored and hashed as they are.
class PointTable {
 public:
  explicit PointTable(size_t order = 0) : order_(order) {}

  size_t order() const { return order_; }
  size_t size() const { return size_; }
  std::span<const uint64_t> operator[](size_t id) const {
    return {coordinates_.data() + id * order_, order_};
  }

  std::optional<size_t> find(std::span<const uint64_t> point) const;
  /// The point's number, and whether it is new.
  std::pair<size_t, bool> insert(std::span<const uint64_t> point);

  /// About what one more point takes.
  uint64_t bytes_per_point() const { return order_ * sizeof(uint64_t) + 2 * sizeof(uint32_t); }

 private:
  /// Where the point is in `slots_`, or the empty slot where it belongs.
  size_t slot_of(std::span<const uint64_t> point) const;
  void grow();

  size_t order_;
  size_t size_ = 0;
  std::vector<uint64_t> coordinates_;
  std::vector<uint32_t> slots_;  ///< 1 + number; 0 is empty
};

}  // namespace fiberloom
