#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/formats/compressed.h"
#include "tensor/formats/stored_coordinates.h"

namespace fiberloom {
namespace {

/// The first level of a COO group: fibers of positions, a coordinate as often as it has points.
class CompressedNonUniqueLevel final : public Level {
 public:
  CompressedNonUniqueLevel(uint64_t size, IndexArray segments, IndexArray coordinates)
      : Level(size), segments_(std::move(segments)), coordinates_(std::move(coordinates)) {}

  uint64_t positions() const override { return coordinates_.size(); }
  std::vector<LevelArray> arrays() const override {
    return {array_of("segments", segments_), array_of("coordinates", coordinates_)};
  }

  FiberCursor open(uint64_t reference) const override {
    if (reference >= segments_.size() - 1) {
      refuse(reference, segments_.size() - 1);
    }
    return {.next = segments_[reference], .end = segments_[reference + 1]};
  }

  size_t read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
              uint64_t* references) const override {
    return read_ranges(coordinates_, cursor, count, coordinates, references);
  }

  std::optional<uint64_t> locate(uint64_t reference, uint64_t coordinate) const override {
    const auto [begin, end] = equal_positions(coordinates_, open(reference), coordinate);
    return begin == end ? std::nullopt : std::optional(position_range(begin, end));
  }

 private:
  IndexArray segments_;
  IndexArray coordinates_;
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

const LevelFormats registered(
    {.letter = 'u',
     .name = "compressed_nonunique",
     .summary = "the first level of a COO group (u c.. q), a coordinate a point; alone as s",
     .full = false,
     .unique = false,
     .singleton = false,
     .pack = pack_compressed_nonunique});

}  // namespace
}  // namespace fiberloom
