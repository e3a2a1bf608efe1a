#pragma once

#include <functional>
#include <vector>

namespace fiberloom {

/// The seconds of repeated runs of one thing.
class Samples {
 public:
  explicit Samples(std::vector<double> seconds);

  double minimum() const { return quantile(0); }
  double lower_quartile() const { return quantile(0.25); }
  double median() const { return quantile(0.5); }
  double upper_quartile() const { return quantile(0.75); }
  double maximum() const { return quantile(1); }
  size_t count() const { return sorted_.size(); }
  /// Interpolated between neighbours; 0 without samples.
  double quantile(double share) const;

 private:
  std::vector<double> sorted_;
};

struct TimingOptions {
  int warmup = 1;  ///< runs before the first that counts
  int repeat = 10;
  bool cold = false;  ///< nothing in the caches when a run begins
  int threads = 0;    ///< that a run uses: pins the calling one; 0: nothing is pinned
};

struct Timing {
  Samples wall;
  Samples cpu;  ///< of all threads of the process
};

/// Runs `run` again and again; `between` comes before each, outside of what is timed.
Timing measure_runs(const TimingOptions& options, const std::function<void()>& run,
                    const std::function<void()>& between = {});

}  // namespace fiberloom
