#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace fiberloom {

/// Samples the process's resident memory every millisecond, from its construction on.
class ResidentMemory {
 public:
  using Clock = std::chrono::steady_clock;

  ResidentMemory();
  ~ResidentMemory();
  ResidentMemory(const ResidentMemory&) = delete;
  ResidentMemory& operator=(const ResidentMemory&) = delete;

  /// The most bytes in any sample up to then.
  uint64_t peak(Clock::time_point last) const;
  void stop();

 private:
  struct Sample {
    Clock::time_point at;
    uint64_t bytes;
  };
  std::atomic<bool> stop_{false};
  std::vector<Sample> samples_;
  std::thread thread_;
};

}  // namespace fiberloom
