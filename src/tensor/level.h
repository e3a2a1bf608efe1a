#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tensor/index_array.h"

namespace fiberloom {

/// Where the reading of a fiber stands. What the two numbers mean is the level's own affair.
struct FiberCursor {
  uint64_t next = 0;
  uint64_t end = 0;
  uint64_t base = 0;
};

/// One array of a level's storage, as kernels take it and memories hold it.
struct LevelArray {
  std::string_view name;  ///< segments, coordinates, words, ranks
  const void* data = nullptr;
  uint64_t count = 0;  ///< elements
  uint64_t width = 0;  ///< bytes of an element, an unsigned integer

  uint64_t bytes() const { return count * width; }
};

/// One level of a tensor's storage: for each reference of its parent (the root has the one
/// reference 0) a fiber of coordinates, each with a reference of its own.
///
/// Levels of a COO group (`u c.. q`) share their positions: all but the last hand out, once per
/// distinct coordinate, the range of positions that have it (see position_range).
class Level {
 public:
  virtual ~Level() = default;
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

  /// The extent of the mode: coordinates are below it.
  uint64_t size() const { return size_; }
  /// How many references this level can hand out; the next level, or the values, has as many.
  virtual uint64_t positions() const = 0;
  /// The arrays that this level stores; they live as long as the level.
  virtual std::vector<LevelArray> arrays() const = 0;
  /// Bytes of the arrays.
  uint64_t bytes() const;

  /// Opens the fiber of a parent's reference. Throws Error if there is no such reference: only a
  /// wrong graph can ask for it.
  virtual FiberCursor open(uint64_t reference) const = 0;
  /// Reads up to `count` coordinates with their references, in rising order. Fewer than `count`,
  /// maybe 0, only at the fiber's end.
  virtual size_t read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
                      uint64_t* references) const = 0;
  /// The reference of one coordinate in a fiber, if the coordinate is stored. Throws as open does.
  virtual std::optional<uint64_t> locate(uint64_t reference, uint64_t coordinate) const = 0;

 protected:
  explicit Level(uint64_t size) : size_(size) {}

  /// Throws the Error of a `reference` that none of the `fibers` has.
  [[noreturn]] static void refuse(uint64_t reference, uint64_t fibers);
  static LevelArray array_of(std::string_view name, const IndexArray& numbers);

 private:
  uint64_t size_;
};

/// A COO group has at most so many positions: a range is two numbers of 32 bits.
constexpr uint64_t kLargestRangePosition = 0xffffffff;

/// The reference to the positions [begin, end) of a COO group.
constexpr uint64_t position_range(uint64_t begin, uint64_t end) { return begin | end << 32; }
constexpr uint64_t range_begin(uint64_t range) { return range & 0xffffffff; }
constexpr uint64_t range_end(uint64_t range) { return range >> 32; }

}  // namespace fiberloom
