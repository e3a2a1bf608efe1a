#pragma once

#include <chrono>
#include <list>

#include "explore/child_process.h"
#include "explore/executor.h"

namespace fiberloom {

/// Processes of this machine. Those that still run when it goes are killed.
class LocalExecutor final : public Executor {
 public:
  struct Limits {
    size_t workers = 1;
    uint64_t memory_bytes = 0;  ///< of each job; 0 for any
  };

  explicit LocalExecutor(const Limits& limits) : limits_(limits) {}

  size_t free() const override { return limits_.workers - running_.size(); }
  void start(const Job& job) override;
  std::vector<JobOutcome> wait() override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    size_t point;
    Clock::time_point begin;
    Clock::time_point deadline;
    ChildProcess process;
  };

  void read_what_is_there();
  int milliseconds_to_wait() const;

  Limits limits_;
  std::list<Running> running_;
};

}  // namespace fiberloom
