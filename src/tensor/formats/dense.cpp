#include "tensor/formats/dense.h"

#include <algorithm>

#include "tensor/level_format.h"

namespace fiberloom {

/// cursor.base is the reference of coordinate 0.
FiberCursor DenseLevel::open(uint64_t reference) const {
  if (reference >= fibers_) {
    refuse(reference, fibers_);
  }
  return {.next = 0, .end = size(), .base = reference * size()};
}

size_t DenseLevel::read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
                        uint64_t* references) const {
  const size_t n = std::min<uint64_t>(count, cursor.end - cursor.next);
  const uint64_t reference = cursor.base + cursor.next;
  for (size_t i = 0; i < n; ++i) {
    coordinates[i] = cursor.next + i;
    references[i] = reference + i;
  }
  cursor.next += n;
  return n;
}

std::optional<uint64_t> DenseLevel::locate(uint64_t reference, uint64_t coordinate) const {
  if (reference >= fibers_) {
    refuse(reference, fibers_);
  }
  if (coordinate >= size()) {
    return std::nullopt;
  }
  return reference * size() + coordinate;
}

namespace {

PackedLevel pack_dense(const LevelInput& input) {
  const uint64_t fibers = input.starts.size() - 1;
  const uint64_t positions = checked_positions(fibers, input.size);
  const auto coordinates = input.columns.front();
  PackedLevel packed;
  packed.starts.resize(positions + 1);
  uint64_t position = 0;
  for (uint64_t fiber = 0; fiber < fibers; ++fiber) {
    uint64_t entry = input.starts[fiber];
    const uint64_t end = input.starts[fiber + 1];
    for (uint64_t coordinate = 0; coordinate < input.size; ++coordinate) {
      packed.starts[position++] = entry;
      while (entry < end && coordinates[entry] == coordinate) {
        ++entry;
      }
    }
  }
  packed.starts[position] = input.starts.back();
  packed.level = std::make_unique<DenseLevel>(input.size, fibers);
  return packed;
}

const LevelFormats registration(
    {.letter = 'd',
     .name = "dense",
     .summary = "every coordinate, stored or not; references are computed",
     .full = true,
     .unique = true,
     .singleton = false,
     .pack = pack_dense});

}  // namespace
}  // namespace fiberloom
