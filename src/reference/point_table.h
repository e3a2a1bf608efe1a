#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fiberloom {

/// A set of points, each a tuple of coordinates, numbered in the order in which they came. Points
/// are found by hashing, or by their place in the whole where that takes no more memory.
class PointTable {
 public:
  /// `extents`: by mode; coordinates are below them. Any sizes and any order.
  explicit PointTable(std::vector<uint64_t> extents = {});

  const std::vector<uint64_t>& extents() const { return extents_; }
  size_t order() const { return extents_.size(); }
  size_t size() const { return size_; }
  std::span<const uint64_t> operator[](size_t id) const {
    return {coordinates_.data() + id * order(), order()};
  }

  /// The point's number, if it is one of the set; coordinates may be any.
  std::optional<size_t> find(std::span<const uint64_t> point) const;
  /// The point's number, and whether it is new.
  std::pair<size_t, bool> insert(std::span<const uint64_t> point);

  /// About what one more point takes.
  uint64_t bytes_per_point() const { return (order() + 2) * sizeof(uint64_t); }

 private:
  /// Where the point is in `slots_`, or the empty slot where it belongs.
  size_t slot_of(std::span<const uint64_t> point, uint32_t tag) const;
  /// Its place in `direct_`, if its coordinates are below the extents.
  std::optional<size_t> place_of(std::span<const uint64_t> point) const;
  size_t append(std::span<const uint64_t> point);
  void grow();

  std::vector<uint64_t> extents_;
  double cells_ = 1;  ///< the product of the extents
  size_t size_ = 0;
  std::vector<uint64_t> coordinates_;
  std::vector<uint64_t> slots_;   ///< the hash's upper half and 1 + number; 0 is empty
  std::vector<uint32_t> direct_;  ///< 1 + number for every cell; 0 is none. Empty while hashing
};

}  // namespace fiberloom
