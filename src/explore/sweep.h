#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <set>

#include "explore/executor.h"
#include "explore/point_result.h"
#include "explore/points.h"
#include "explore/sweep_store.h"

namespace fiberloom {

/// How far a sweep is.
struct SweepProgress {
  size_t points;    ///< of the sweep
  size_t before;    ///< were done before it started
  size_t done = 0;  ///< since
  size_t failed = 0;
};

/// Measures the points that the store does not hold yet.
class Sweep {
 public:
  struct Options {
    double timeout = 0;  ///< seconds for a point; 0: none
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const SweepProgress&)> progress{};  ///< called some times a second
  };

  Sweep(const SweepSpec& spec, const std::vector<SweepPoint>& points, SweepStore& store,
        Executor& executor, Options options);

  /// Whether all points are done. Otherwise it was stopped: what was running then is not stored.
  bool run();

 private:
  struct Started {
    const SweepPoint* point;
    std::vector<Job> jobs{};
    size_t next = 0;
    std::string command{};
    PointResultBuilder result{};
  };

  void start(const SweepPoint& point);
  void start_next_job(Started& started, double seconds_left);
  void finish_job(const JobOutcome& outcome);
  std::string axes_of(const SweepPoint& point) const;
  bool stopped() const { return options_.stop != nullptr && *options_.stop; }

  const SweepSpec& spec_;
  const std::vector<SweepPoint>& points_;
  SweepStore& store_;
  Executor& executor_;
  Options options_;
  SweepProgress progress_;
  std::set<size_t> done_;
  std::map<size_t, Started> started_;
};

}  // namespace fiberloom
