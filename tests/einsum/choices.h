#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace fiberloom::test {

/// A source of random decisions that can be replayed. A test case is a function of its decisions,
/// so a failing one shrinks by dropping and lowering them: 0 must be the simplest answer.
class Choices {
 public:
  explicit Choices(uint64_t seed) : random_(seed), fresh_(true) {}
  explicit Choices(std::vector<uint32_t> replayed)
      : made_(std::move(replayed)), random_(0), fresh_(false) {}

  /// 0 .. n-1
  uint32_t below(uint32_t n) {
    if (fresh_) {
      made_.push_back(static_cast<uint32_t>(random_() % n));
    }
    const uint32_t choice = next_ < made_.size() ? std::min(made_[next_], n - 1) : 0;
    ++next_;
    return choice;
  }
  bool percent(uint32_t chance) { return below(100) >= 100 - chance; }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(static_cast<uint32_t>(list.size()))];
  }

  const std::vector<uint32_t>& made() const { return made_; }

 private:
  std::vector<uint32_t> made_;
  size_t next_ = 0;
  std::mt19937_64 random_;
  bool fresh_;
};

/// What is wrong with a case; nothing if it passes.
using Property = std::function<std::optional<std::string>(Choices&)>;

/// Makes a failing list of choices as small as some hundred tries can.
inline std::vector<uint32_t> shrunk(std::vector<uint32_t> failing, const Property& property) {
  int tries = 2000;
  const auto take_if_failing = [&](const std::vector<uint32_t>& candidate) {
    Choices replay(candidate);
    const bool fails = tries-- > 0 && property(replay).has_value();
    failing = fails ? candidate : failing;
    return fails;
  };
  for (bool changed = true; changed && tries > 0;) {
    changed = false;
    for (const size_t length : {64, 16, 4, 2, 1}) {
      for (size_t at = 0; at + length <= failing.size() && tries > 0;) {
        std::vector<uint32_t> shorter = failing;
        const auto from = shorter.begin() + static_cast<std::ptrdiff_t>(at);
        shorter.erase(from, from + static_cast<std::ptrdiff_t>(length));
        const bool dropped = take_if_failing(shorter);
        changed = changed || dropped;
        at += dropped ? 0 : length;
      }
    }
    for (size_t at = 0; at < failing.size() && tries > 0; ++at) {
      for (const uint32_t lower : {0U, failing[at] / 2}) {
        std::vector<uint32_t> lowered = failing;
        lowered[at] = lower;
        changed = (failing[at] > lower && take_if_failing(lowered)) || changed;
      }
    }
  }
  return failing;
}

/// FIBERLOOM_TEST_FACTOR=100 runs a hundred times as many cases.
inline int case_factor() {
  const char* factor = std::getenv("FIBERLOOM_TEST_FACTOR");
  return factor == nullptr ? 1 : std::max(1, std::atoi(factor));
}

/// Runs a property on cases of seeds first, first+1, ..; reports the smallest failure found.
inline void for_random_cases(uint64_t first, int cases, const Property& property) {
  for (int k = 0; k < cases * case_factor(); ++k) {
    const uint64_t seed = first + static_cast<uint64_t>(k);
    Choices choices(seed);
    if (!property(choices)) {
      continue;
    }
    Choices replay(shrunk(choices.made(), property));
    FAIL("seed " << seed << ", shrunk: " << property(replay).value_or("(no longer fails)"));
  }
}

}  // namespace fiberloom::test
