#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fiberloom {

/// A run of the program for a point.
struct Job {
  size_t point;
  std::vector<std::string> arguments;
  double seconds_left = 0;  ///< it is ended after that; 0: never
};

/// How a job ended.
struct JobOutcome {
  size_t point = 0;
  int exit_code = 0;  ///< 128 + the signal where one ended it
  bool timed_out = false;
  double seconds = 0;
  std::string output{};
  std::string errors{};
};

/// Where jobs run.
class Executor {
 public:
  virtual ~Executor() = default;

  /// How many more jobs it takes now.
  virtual size_t free() const = 0;
  virtual void start(const Job& job) = 0;
  /// Waits until a job ends, a signal comes or some time has passed; gives the jobs that ended.
  virtual std::vector<JobOutcome> wait() = 0;
};

}  // namespace fiberloom
