#pragma once

#include <chrono>

#include "explore/sweep.h"

namespace fiberloom {

/// A line on stderr that says how far a sweep is and how long it will take, some times a second.
class ProgressLine {
 public:
  explicit ProgressLine(bool drawn) : drawn_(drawn) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  /// Wipes the line.
  ~ProgressLine();

  void draw(const SweepProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  bool drawn_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
};

/// "12 of 60 points, 2 failed, 3.1 s, about 12 s left"; `seconds` since the start.
std::string progress_text(const SweepProgress& progress, double seconds);

}  // namespace fiberloom
