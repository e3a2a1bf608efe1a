#pragma once

#include <cstdint>
#include <random>

namespace fiberloom {

/// Random fractions in [0, 1) and orders, the same for a seed everywhere: the distributions of
/// the standard library differ between libraries, its engine does not.
class Fractions {
 public:
  explicit Fractions(uint64_t seed) : engine_(seed) {}

  double next() {
    constexpr double kUnit = 0x1p-53;
    return static_cast<double>(engine_() >> 11) * kUnit;
  }

  /// A whole number below `end`.
  size_t below(size_t end) { return static_cast<size_t>(next() * static_cast<double>(end)); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace fiberloom
