#include "tensor/formats/compressed.h"

#include <algorithm>

#include "tensor/formats/stored_coordinates.h"

namespace fiberloom {

/// The cursor runs over positions.
FiberCursor CompressedLevel::open(uint64_t reference) const {
  return segments_.visit([&](const auto& segments) -> FiberCursor {
    if (reference >= segments.size() - 1) {
      refuse(reference, segments.size() - 1);
    }
    return {.next = segments[reference], .end = segments[reference + 1]};
  });
}

size_t CompressedLevel::read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
                             uint64_t* references) const {
  return read_positions(coordinates_, cursor, count, coordinates, references);
}

std::optional<uint64_t> CompressedLevel::locate(uint64_t reference, uint64_t coordinate) const {
  const auto [begin, end] = equal_positions(coordinates_, open(reference), coordinate);
  return begin == end ? std::nullopt : std::optional(begin);
}

namespace {

/// Whether `entry` has the same coordinates as the one before it in the first `group` columns.
bool repeats_previous(const LevelInput& input, uint64_t entry) {
  return std::all_of(input.columns.begin(),
                     input.columns.begin() + static_cast<std::ptrdiff_t>(input.group),
                     [entry](const auto& column) { return column[entry] == column[entry - 1]; });
}

template <class Number>
CompressedArrays pack_arrays(const LevelInput& input, std::vector<Number> coordinates) {
  const auto column = input.columns.front();
  const uint64_t fibers = input.starts.size() - 1;
  CompressedArrays arrays;
  arrays.segments = IndexArray(input.starts.back());
  arrays.segments.reserve(fibers + 1);
  arrays.segments.push_back(0);
  for (uint64_t fiber = 0; fiber < fibers; ++fiber) {
    const uint64_t begin = input.starts[fiber];
    const uint64_t end = input.starts[fiber + 1];
    for (uint64_t entry = begin; entry < end; ++entry) {
      if (entry == begin || !repeats_previous(input, entry)) {
        coordinates.push_back(static_cast<Number>(column[entry]));
        arrays.starts.push_back(entry);
      }
    }
    arrays.segments.push_back(coordinates.size());
  }
  arrays.starts.push_back(input.starts.back());
  arrays.coordinates = IndexArray(std::move(coordinates));
  return arrays;
}

const LevelFormats registration({.letter = 's',
                                 .name = "compressed",
                                 .summary = "the stored coordinates of each fiber, once each",
                                 .full = false,
                                 .unique = true,
                                 .singleton = false,
                                 .pack = pack_compressed});

}  // namespace

CompressedArrays pack_compressed_arrays(const LevelInput& input) {
  if (input.size <= uint64_t{1} << 32) {
    return pack_arrays(input, std::vector<uint32_t>{});
  }
  return pack_arrays(input, std::vector<uint64_t>{});
}

PackedLevel pack_compressed(const LevelInput& input) {
  CompressedArrays arrays = pack_compressed_arrays(input);
  return {std::make_unique<CompressedLevel>(input.size, std::move(arrays.segments),
                                            std::move(arrays.coordinates)),
          std::move(arrays.starts)};
}

}  // namespace fiberloom
