#include "kernel/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <optional>

#include "kernel/cache_flush.h"
#include "kernel/thread_places.h"

namespace fiberloom {
namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

Samples::Samples(std::vector<double> seconds) : sorted_(std::move(seconds)) {
  std::ranges::sort(sorted_);
}

double Samples::quantile(double share) const {
  if (sorted_.empty()) {
    return 0;
  }
  const double place = share * static_cast<double>(sorted_.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted_.size() - 1);
  return std::lerp(sorted_[below], sorted_[above], place - static_cast<double>(below));
}

Timing measure_runs(const TimingOptions& options, const std::function<void()>& run,
                    const std::function<void()>& between) {
  std::optional<PinnedThread> pinned;
  if (options.threads > 0) {
    pinned.emplace(options.threads);
  }
  std::optional<CacheFlush> flush;
  if (options.cold) {
    flush.emplace();
  }
  std::vector<double> wall;
  std::vector<double> cpu;
  for (int number = -options.warmup; number < options.repeat; ++number) {
    if (between) {
      between();
    }
    if (flush) {
      flush->sweep();
    }
    // The wall clock inside: to ask for the CPU time takes longer.
    const double cpu_begin = cpu_seconds();
    const double wall_begin = wall_seconds();
    run();
    const double wall_end = wall_seconds();
    const double cpu_end = cpu_seconds();
    if (number >= 0) {
      wall.push_back(wall_end - wall_begin);
      cpu.push_back(cpu_end - cpu_begin);
    }
  }
  return {.wall = Samples(std::move(wall)), .cpu = Samples(std::move(cpu))};
}

}  // namespace fiberloom
