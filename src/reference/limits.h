#pragma once

#include <cstdint>
#include <string>

#include "base/diagnostic.h"

namespace fiberloom {

/// The reference cannot be computed within its limits, so the check is "not_possible": `message()`
/// is the reason.
class NotPossible : public Error {
 public:
  explicit NotPossible(std::string reason) : Error(ExitCode::check_failed, std::move(reason)) {}
};

/// What an evaluation may use at most. Every entry looked at is a step; a point of a dense
/// expansion (a broadcast, exp of a sparse operand) also a dense step.
struct ReferenceLimits {
  uint64_t steps = 10'000'000'000;  ///< some ten minutes
  uint64_t dense_steps = 200'000'000;
  uint64_t bytes = quarter_of_memory();  ///< of points held; vectors that grow may double it

  static uint64_t quarter_of_memory();
};

/// Counts what an evaluation uses and throws NotPossible at a limit.
class Budget {
 public:
  explicit Budget(const ReferenceLimits& limits) : limits_(limits) {}

  void step() {
    if (++steps_ > limits_.steps) {
      throw_exhausted("multiply-adds", limits_.steps);
    }
  }
  void dense_step() {
    step();
    if (++dense_steps_ > limits_.dense_steps) {
      throw_exhausted("points of dense operands", limits_.dense_steps);
    }
  }
  /// Throws at once if a dense expansion of so many points cannot end.
  void expect_dense(double points) const;
  void hold(uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ > limits_.bytes) {
      throw_exhausted("bytes", limits_.bytes);
    }
  }
  uint64_t held() const { return bytes_; }
  void release(uint64_t bytes) { bytes_ -= bytes; }

 private:
  [[noreturn]] static void throw_exhausted(const char* of_what, uint64_t limit);

  ReferenceLimits limits_;
  uint64_t steps_ = 0;
  uint64_t dense_steps_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace fiberloom
