#include <algorithm>
#include <bit>

#include "tensor/level_format.h"

namespace fiberloom {
namespace {

constexpr uint64_t kBits = 64;

/// A bit for every coordinate: fiber r has the words [r*w, (r+1)*w), w = ceil(size/64). The
/// reference of a coordinate is its rank: the number of set bits before it, in all fibers.
/// ranks_[i] counts those before word i.
class BitVectorLevel final : public Level {
 public:
  BitVectorLevel(uint64_t size, uint64_t fibers, std::vector<uint64_t> words)
      : Level(size),
        fibers_(fibers),
        words_per_fiber_((size + kBits - 1) / kBits),
        words_(std::move(words)) {
    ranks_.reserve(words_.size());
    for (const uint64_t word : words_) {
      ranks_.push_back(positions_);
      positions_ += static_cast<uint64_t>(std::popcount(word));
    }
  }

  uint64_t positions() const override { return positions_; }
  std::vector<LevelArray> arrays() const override {
    return {{"words", words_.data(), words_.size(), sizeof(uint64_t)}, array_of("ranks", ranks_)};
  }

  /// The cursor runs over coordinates; base is the fiber's first word.
  FiberCursor open(uint64_t reference) const override {
    if (reference >= fibers_) {
      refuse(reference, fibers_);
    }
    return {.next = 0, .end = size(), .base = reference * words_per_fiber_};
  }

  size_t read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
              uint64_t* references) const override {
    size_t n = 0;
    while (n < count && cursor.next < cursor.end) {
      const uint64_t start = cursor.next / kBits * kBits;
      const uint64_t index = cursor.base + start / kBits;
      const uint64_t before = (uint64_t{1} << cursor.next % kBits) - 1;
      uint64_t reference = ranks_[index] + rank_in(words_[index], before);
      uint64_t word = words_[index] & ~before;
      for (; word != 0 && n < count; word &= word - 1) {
        coordinates[n] = start + static_cast<uint64_t>(std::countr_zero(word));
        references[n++] = reference++;
      }
      cursor.next =
          word == 0 ? start + kBits : start + static_cast<uint64_t>(std::countr_zero(word));
    }
    return n;
  }

  std::optional<uint64_t> locate(uint64_t reference, uint64_t coordinate) const override {
    const FiberCursor fiber = open(reference);
    if (coordinate >= size()) {
      return std::nullopt;
    }
    const uint64_t index = fiber.base + coordinate / kBits;
    const uint64_t bit = uint64_t{1} << coordinate % kBits;
    if ((words_[index] & bit) == 0) {
      return std::nullopt;
    }
    return ranks_[index] + rank_in(words_[index], bit - 1);
  }

 private:
  static uint64_t rank_in(uint64_t word, uint64_t before) {
    return static_cast<uint64_t>(std::popcount(word & before));
  }

  uint64_t fibers_;
  uint64_t words_per_fiber_;
  uint64_t positions_ = 0;
  std::vector<uint64_t> words_;
  IndexArray ranks_;
};

PackedLevel pack_bit_vector(const LevelInput& input) {
  const uint64_t fibers = input.starts.size() - 1;
  checked_positions(fibers, input.size);
  const uint64_t words_per_fiber = (input.size + kBits - 1) / kBits;
  const auto column = input.columns.front();
  std::vector<uint64_t> words(fibers * words_per_fiber);
  PackedLevel packed;
  for (uint64_t fiber = 0; fiber < fibers; ++fiber) {
    for (uint64_t entry = input.starts[fiber]; entry < input.starts[fiber + 1]; ++entry) {
      uint64_t& word = words[fiber * words_per_fiber + column[entry] / kBits];
      const uint64_t bit = uint64_t{1} << column[entry] % kBits;
      if ((word & bit) == 0) {
        word |= bit;
        packed.starts.push_back(entry);
      }
    }
  }
  packed.starts.push_back(input.starts.back());
  packed.level = std::make_unique<BitVectorLevel>(input.size, fibers, std::move(words));
  return packed;
}

const LevelFormats registration({.letter = 'b',
                                 .name = "bitvector",
                                 .summary = "a bit for every coordinate; references are ranks",
                                 .full = false,
                                 .unique = true,
                                 .singleton = false,
                                 .pack = pack_bit_vector});

}  // namespace
}  // namespace fiberloom
