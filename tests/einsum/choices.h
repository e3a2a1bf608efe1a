#pragma once

#include <algorithm>
#include <cstdint>
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

/// A smaller list of choices that fails too, if there is one.
inline std::optional<std::vector<uint32_t>> smaller_failure(const std::vector<uint32_t>& failing,
                                                            const Property& property) {
  const auto fails = [&](const std::vector<uint32_t>& choices) {
    Choices replay(choices);
    return property(replay).has_value();
  };
  for (size_t length : {64, 16, 8, 4, 2, 1}) {
    for (size_t at = 0; at + length <= failing.size(); ++at) {
      std::vector<uint32_t> shorter = failing;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(at),
                    shorter.begin() + static_cast<std::ptrdiff_t>(at + length));
      if (fails(shorter)) {
        return shorter;
      }
    }
  }
  for (size_t at = 0; at < failing.size(); ++at) {
    for (const uint32_t lower : {0U, failing[at] / 2, failing[at] - 1}) {
      std::vector<uint32_t> lowered = failing;
      lowered[at] = lower;
      if (failing[at] > lower && fails(lowered)) {
        return lowered;
      }
    }
  }
  return std::nullopt;
}

/// Runs a property on cases of seeds first, first+1, ..; reports the smallest failure found.
inline void for_random_cases(uint64_t first, int cases, const Property& property) {
  for (int k = 0; k < cases; ++k) {
    const uint64_t seed = first + static_cast<uint64_t>(k);
    Choices choices(seed);
    if (!property(choices)) {
      continue;
    }
    std::vector<uint32_t> failing = choices.made();
    for (int rounds = 0; rounds < 500; ++rounds) {
      const auto smaller = smaller_failure(failing, property);
      if (!smaller) {
        break;
      }
      failing = *smaller;
    }
    Choices replay(failing);
    FAIL("seed " << seed << ", shrunk: " << property(replay).value_or("(no longer fails)"));
  }
}

}  // namespace fiberloom::test
