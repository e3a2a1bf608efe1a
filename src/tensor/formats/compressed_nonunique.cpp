#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/formats/compressed.h"
#include "tensor/formats/stored_coordinates.h"

namespace fiberloom {
namespace {

/// The first level of a COO group: fibers of positions, a coordinate as often as it has points.
class CompressedNonUniqueLevel final : public CompressedLevel {
 public:
  using CompressedLevel::CompressedLevel;

  size_t read(FiberCursor& cursor, size_t count, uint64_t* into_coordinates,
              uint64_t* references) const override {
    return read_ranges(coordinates(), cursor, count, into_coordinates, references);
  }

  std::optional<uint64_t> locate(uint64_t reference, uint64_t coordinate) const override {
    const auto [begin, end] = equal_positions(coordinates(), open(reference), coordinate);
    return begin == end ? std::nullopt : std::optional(position_range(begin, end));
  }
};

PackedLevel pack_compressed_nonunique(const LevelInput& input) {
  if (input.last_of_group) {
    return pack_compressed(input);
  }
  CompressedArrays arrays = pack_compressed_arrays(input);
  if (arrays.coordinates.size() > kLargestRangePosition) {
    throw Error(
        ExitCode::limit,
        fmt::format("a COO group (u.. q) of {} points is too large", arrays.coordinates.size()), {},
        fmt::format("at most {}; compressed levels (s) hold more", kLargestRangePosition));
  }
  return {std::make_unique<CompressedNonUniqueLevel>(input.size, std::move(arrays.segments),
                                                     std::move(arrays.coordinates)),
          std::move(arrays.starts)};
}

const LevelFormats registration(
    {.letter = 'u',
     .name = "compressed_nonunique",
     .summary = "the first level of a COO group (u c.. q), a coordinate a point; alone as s",
     .full = false,
     .unique = false,
     .singleton = false,
     .pack = pack_compressed_nonunique});

}  // namespace
}  // namespace fiberloom
