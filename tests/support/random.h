#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace fiberloom::testing {

/// Random numbers that are the same everywhere for one seed.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  /// 0 .. end-1.
  uint64_t below(uint64_t end) { return engine_() % end; }
  uint64_t between(uint64_t first, uint64_t last) { return first + below(last - first + 1); }
  bool chance(uint64_t percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[below(list.size())];
  }
  uint64_t seed() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace fiberloom::testing
