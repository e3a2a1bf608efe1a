#pragma once

#include <algorithm>
#include <optional>

#include "tensor/index_array.h"
#include "tensor/level.h"

namespace fiberloom {

// How levels read and search an array of stored coordinates with a cursor that runs over its
// positions. Inline: these are the simulator's hottest loops.

/// Every position with its coordinate.
inline size_t read_positions(const IndexArray& stored, FiberCursor& cursor, size_t count,
                             uint64_t* coordinates, uint64_t* references) {
  const size_t n = std::min<uint64_t>(count, cursor.end - cursor.next);
  const uint64_t first = cursor.next;
  stored.visit([&](const auto& numbers) {
    const auto* from = numbers.data() + first;
    for (size_t i = 0; i < n; ++i) {
      coordinates[i] = from[i];
    }
  });
  for (size_t i = 0; i < n; ++i) {
    references[i] = first + i;
  }
  cursor.next += n;
  return n;
}

/// Every distinct coordinate once, with the range of positions that have it.
inline size_t read_ranges(const IndexArray& stored, FiberCursor& cursor, size_t count,
                          uint64_t* coordinates, uint64_t* references) {
  return stored.visit([&](const auto& numbers) {
    size_t n = 0;
    uint64_t begin = cursor.next;
    for (; n < count && begin < cursor.end; ++n) {
      const auto coordinate = numbers[begin];
      uint64_t end = begin + 1;
      while (end < cursor.end && numbers[end] == coordinate) {
        ++end;
      }
      coordinates[n] = coordinate;
      references[n] = position_range(begin, end);
      begin = end;
    }
    cursor.next = begin;
    return n;
  });
}

/// The positions of `fiber` that have `coordinate`, as [first, second).
inline std::pair<uint64_t, uint64_t> equal_positions(const IndexArray& stored,
                                                     const FiberCursor& fiber,
                                                     uint64_t coordinate) {
  return stored.visit([&](const auto& numbers) -> std::pair<uint64_t, uint64_t> {
    const auto* begin = numbers.data();
    const auto [first, last] = std::equal_range(begin + fiber.next, begin + fiber.end, coordinate);
    return {first - begin, last - begin};
  });
}

}  // namespace fiberloom
