#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace fiberloom {

/// Random numbers that are the same on every platform: xoshiro256** of D. Blackman and S. Vigna,
/// seeded by splitmix64. Different streams of one seed are independent.
class Random {
 public:
  Random(uint64_t seed, uint64_t stream) {
    uint64_t state = seed ^ (stream * kGolden);
    for (uint64_t& word : state_) {
      state += kGolden;
      uint64_t mixed = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
      word = mixed ^ (mixed >> 31);
    }
  }

  uint64_t next() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// A whole number from 0 to bound - 1, all equally likely (D. Lemire, 2019).
  uint64_t below(uint64_t bound) {
    Wide product = Wide{next()} * bound;
    if (static_cast<uint64_t>(product) < bound) {
      const uint64_t unfair = -bound % bound;
      while (static_cast<uint64_t>(product) < unfair) {
        product = Wide{next()} * bound;
      }
    }
    return static_cast<uint64_t>(product >> 64);
  }

  /// A real from 0 to below 1.
  double real() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;

  std::array<uint64_t, 4> state_{};
};

}  // namespace fiberloom
