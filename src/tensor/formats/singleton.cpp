#include "tensor/formats/singleton.h"

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/formats/stored_coordinates.h"

namespace fiberloom {
namespace {

/// A level of a COO group below the first. Its references are ranges of positions; the last level
/// of the group hands out positions, the others ranges.
class SingletonLevel final : public Level {
 public:
  SingletonLevel(uint64_t size, IndexArray coordinates, bool last)
      : Level(size), coordinates_(std::move(coordinates)), last_(last) {}

  uint64_t positions() const override { return coordinates_.size(); }
  std::vector<LevelArray> arrays() const override {
    return {array_of("coordinates", coordinates_)};
  }

  FiberCursor open(uint64_t reference) const override {
    const FiberCursor fiber = {.next = range_begin(reference), .end = range_end(reference)};
    if (fiber.next >= fiber.end || fiber.end > positions()) {
      throw bad_input(
          fmt::format("the level has no fiber for reference {}", reference), {},
          fmt::format("a level of a COO group takes ranges of its {} positions", positions()));
    }
    return fiber;
  }

  size_t read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
              uint64_t* references) const override {
    return last_ ? read_positions(coordinates_, cursor, count, coordinates, references)
                 : read_ranges(coordinates_, cursor, count, coordinates, references);
  }

  std::optional<uint64_t> locate(uint64_t reference, uint64_t coordinate) const override {
    const auto [begin, end] = equal_positions(coordinates_, open(reference), coordinate);
    if (begin == end) {
      return std::nullopt;
    }
    return last_ ? begin : position_range(begin, end);
  }

 private:
  IndexArray coordinates_;
  bool last_;
};

const LevelFormats registration(
    {.letter = 'q',
     .name = "singleton",
     .summary = "the last level of a COO group (u c.. q): one coordinate a point",
     .full = false,
     .unique = true,
     .singleton = true,
     .pack = pack_singleton});

}  // namespace

PackedLevel pack_singleton(const LevelInput& input) {
  const auto column = input.columns.front();
  const uint64_t positions = input.starts.size() - 1;
  IndexArray coordinates(input.size == 0 ? 0 : input.size - 1);
  coordinates.reserve(positions);
  for (uint64_t position = 0; position < positions; ++position) {
    coordinates.push_back(column[input.starts[position]]);
  }
  return {std::make_unique<SingletonLevel>(input.size, std::move(coordinates), input.last_of_group),
          {input.starts.begin(), input.starts.end()}};
}

}  // namespace fiberloom
