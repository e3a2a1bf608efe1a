#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "explore/executor.h"
#include "explore/setting.h"

namespace fiberloom {

/// What is kept of a point.
struct PointResult {
  size_t number = 0;
  /// ok, deadlock, limit, mismatch, error, timeout, crash or interrupted: that of the first job
  /// that was not ok.
  std::string status = "ok";
  int exit_code = 0;
  std::string message{};  ///< why it is not ok
  std::optional<uint64_t> cycles{};
  std::optional<uint64_t> sufficient_depth{};  ///< of a deadlock
  std::optional<double> kernel_seconds{};      ///< the median
  double point_seconds = 0;                    ///< of the host, starts of processes included
  std::string version{};
  std::string command{};   ///< as in a shell
  std::string axes{};      ///< JSON: by axis
  std::string measures{};  ///< JSON: every scalar of the jobs' reports, by path
  std::string config{};    ///< JSON: the resolved machine
  std::string blocks{};    ///< JSON: cycles of every block
};

/// Collects what the jobs of a point say.
class PointResultBuilder {
 public:
  PointResultBuilder();
  ~PointResultBuilder();
  PointResultBuilder(PointResultBuilder&&) noexcept;

  /// Whether the point still is ok.
  bool add(Measure measure, const JobOutcome& outcome);
  /// The result; `axes` is JSON.
  PointResult finish(size_t number, std::string command, std::string axes);

 private:
  struct Collected;
  std::unique_ptr<Collected> collected_;
};

}  // namespace fiberloom
