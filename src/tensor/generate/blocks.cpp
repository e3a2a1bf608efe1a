#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

/// Blocks of `size` coordinates in every mode. Along the last mode they stand anywhere, at least
/// `gap` apart; along the others on a grid of `size`.
class BlockMaker {
 public:
  explicit BlockMaker(GeneratorInput& input)
      : input_(input),
        size_(input.recipe.count("size")),
        gap_(input.recipe.count("gap")),
        side_(input.recipe.count("side")),
        points_(input.shape.size()) {
    check_parameters();
    const uint64_t last = input.shape.back();
    for (const uint64_t extent : input.shape) {
      slots_.push_back(extent / size_ + (extent % size_ != 0 ? 1 : 0));
    }
    slots_.back() = last < size_ ? 0 : (last - size_) / (size_ + gap_) + 1;
  }

  GeneratedPoints make() {
    const uint64_t count = block_count();
    const GeneratedPoints chosen = random_points(slots_, count, input_.random);
    // The slots of a row of blocks come one after the other; only their number matters.
    for (size_t begin = 0; begin < count;) {
      size_t end = begin + 1;
      while (end < count && same_row(chosen, begin, end)) {
        ++end;
      }
      make_row(chosen, begin, end - begin);
      begin = end;
    }
    return points_.take();
  }

 private:
  void check_parameters() const {
    const Recipe& recipe = input_.recipe;
    if (input_.shape.empty()) {
      throw recipe.error("", "blocks need a mode");
    }
    constexpr uint64_t kLargest = uint64_t{1} << 62;
    if (size_ == 0 || size_ > kLargest || gap_ > kLargest) {
      throw recipe.error(gap_ > kLargest ? "gap" : "size", "a block has at least one coordinate");
    }
    if (side_ > 1) {
      throw recipe.error("side", fmt::format("side {} of two", side_), "0 or 1");
    }
    if (side_ == 1 && gap_ < size_ / 4 + size_ / 2) {
      throw recipe.error("gap",
                         "the blocks of side 1 move by up to three quarters of their size "
                         "and would meet",
                         fmt::format("gap={} leaves room", size_));
    }
  }

  uint64_t block_count() const {
    double cells_per_block = 1;
    for (size_t mode = 0; mode < input_.shape.size(); ++mode) {
      cells_per_block *= static_cast<double>(size_);
    }
    const bool by_count = input_.recipe.gives("nnz");
    const double entries =
        by_count ? static_cast<double>(input_.recipe.count("nnz"))
                 : input_.recipe.fraction("density") * approximate_cells(input_.shape);
    const double count = std::round(entries / cells_per_block);
    if (count > approximate_cells(slots_)) {
      throw input_.recipe.error(
          by_count ? "nnz" : "density",
          fmt::format("{} blocks are too many: room is for {}", count, approximate_cells(slots_)));
    }
    check_points(input_, entries);
    return static_cast<uint64_t>(count);
  }

  static bool same_row(const GeneratedPoints& chosen, size_t a, size_t b) {
    for (size_t mode = 0; mode + 1 < chosen.columns.size(); ++mode) {
      if (chosen.columns[mode][a] != chosen.columns[mode][b]) {
        return false;
      }
    }
    return true;
  }

  /// Places `count` blocks in the row of blocks of chosen[first].
  void make_row(const GeneratedPoints& chosen, size_t first, uint64_t count) {
    // Taking size + gap - 1 coordinates out behind every block leaves starts that are distinct.
    const uint64_t closer = size_ + gap_ - 1;
    const uint64_t places = input_.shape.back() - size_ - (count - 1) * closer + 1;
    const GeneratedPoints starts = random_points(std::span(&places, 1), count, input_.random);
    std::vector<uint64_t> corner;
    std::vector<uint64_t> extents;
    for (size_t mode = 0; mode < input_.shape.size(); ++mode) {
      corner.push_back(chosen.columns[mode][first] * size_);
      extents.push_back(
          std::min(size_, input_.shape[mode] - std::min(corner[mode], input_.shape[mode])));
    }
    for (uint64_t block = 0; block < count; ++block) {
      corner.back() = starts.columns[0][block] + block * closer;
      const uint64_t shift = size_ / 4 + input_.random.below(size_ / 2 + 1);
      corner.back() += side_ == 1 ? shift : 0;
      make_block(corner, extents);
    }
  }

  void make_block(const std::vector<uint64_t>& corner, std::vector<uint64_t> extents) {
    const uint64_t last = input_.shape.back();
    extents.back() = std::min(size_, last - std::min(corner.back(), last));
    std::vector<uint64_t> point(corner.size());
    for_each_cell(extents, [&](const std::vector<uint64_t>& offset) {
      for (size_t mode = 0; mode < point.size(); ++mode) {
        point[mode] = corner[mode] + offset[mode];
      }
      points_.add(point);
    });
  }

  GeneratorInput& input_;
  uint64_t size_;
  uint64_t gap_;
  uint64_t side_;
  PointCollector points_;
  std::vector<uint64_t> slots_;  ///< rows of blocks in each mode, and blocks in a row
};

GeneratedPoints make_blocks(GeneratorInput& input) { return BlockMaker(input).make(); }

const Generators registration(
    {.name = "blocks",
     .summary = "dense blocks in an empty tensor. SAM's pairs of vectors: side=0 and side=1 with "
                "one seed have blocks that overlap in part",
     .parameters = {{"size", "count", "4", "coordinates of a block in every mode"},
                    {"density", "real", "0.1", "entries per cell, 0 to 1"},
                    {"nnz", "count", "", "entries, instead of the density"},
                    {"gap", "count", "0", "coordinates left free between blocks, last mode"},
                    {"side", "count", "0", "1 moves every block on by 1/4 to 3/4 of its size"}},
     .values = "1..9",
     .make = make_blocks});

}  // namespace
}  // namespace fiberloom
