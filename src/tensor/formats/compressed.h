#pragma once

#include "tensor/index_array.h"
#include "tensor/level.h"
#include "tensor/level_format.h"

namespace fiberloom {

/// The coordinates of all fibers one after the other; segments[r] to segments[r+1] bound fiber r.
class CompressedLevel : public Level {
 public:
  /// `segments` has one number more than there are fibers, rising from 0 to the number of
  /// `coordinates`; the coordinates rise strictly in each fiber.
  CompressedLevel(uint64_t size, IndexArray segments, IndexArray coordinates)
      : Level(size), segments_(std::move(segments)), coordinates_(std::move(coordinates)) {}

  uint64_t positions() const override { return coordinates_.size(); }
  std::vector<LevelArray> arrays() const override {
    return {array_of("segments", segments_), array_of("coordinates", coordinates_)};
  }
  FiberCursor open(uint64_t reference) const override;
  size_t read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
              uint64_t* references) const override;
  std::optional<uint64_t> locate(uint64_t reference, uint64_t coordinate) const override;

 protected:
  const IndexArray& coordinates() const { return coordinates_; }

 private:
  IndexArray segments_;
  IndexArray coordinates_;
};

/// The arrays of a compressed level and of the first level of a COO group: a position for each
/// distinct tuple of the group's coordinates.
struct CompressedArrays {
  IndexArray segments;
  IndexArray coordinates;
  std::vector<uint64_t> starts;
};
CompressedArrays pack_compressed_arrays(const LevelInput& input);

PackedLevel pack_compressed(const LevelInput& input);

}  // namespace fiberloom
