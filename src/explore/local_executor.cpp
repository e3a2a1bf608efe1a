#include "explore/local_executor.h"

#include <algorithm>

#include <poll.h>

namespace fiberloom {
namespace {

/// So that a progress line moves while nothing ends.
constexpr std::chrono::milliseconds kLongestWait{250};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

void LocalExecutor::start(const Job& job) {
  const auto now = Clock::now();
  const auto allowed =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(job.seconds_left));
  running_.push_back({.point = job.point,
                      .begin = now,
                      .deadline = job.seconds_left > 0 ? now + allowed : Clock::time_point::max(),
                      .process = ChildProcess(job.arguments, limits_.memory_bytes)});
}

int LocalExecutor::milliseconds_to_wait() const {
  auto wait = kLongestWait;
  for (const Running& job : running_) {
    if (job.deadline != Clock::time_point::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(job.deadline - Clock::now());
      wait = std::clamp(left, std::chrono::milliseconds(0), wait);
    }
  }
  return static_cast<int>(wait.count());
}

void LocalExecutor::read_what_is_there() {
  std::vector<pollfd> events;
  for (const Running& job : running_) {
    // A closed pipe is -1, which poll passes over.
    for (const int fd :
         {job.process.ended_fd(), job.process.output_fd(), job.process.errors_fd()}) {
      events.push_back({.fd = fd, .events = POLLIN, .revents = 0});
    }
  }
  ::poll(events.data(), events.size(), milliseconds_to_wait());
  for (Running& job : running_) {
    job.process.read_output();
    job.process.read_errors();
  }
}

std::vector<JobOutcome> LocalExecutor::wait() {
  read_what_is_there();
  std::vector<JobOutcome> ended;
  for (auto job = running_.begin(); job != running_.end();) {
    const bool by_itself = job->process.reap();
    const bool too_long = !by_itself && Clock::now() >= job->deadline;
    if (!by_itself && !too_long) {
      ++job;
      continue;
    }
    if (too_long) {
      job->process.kill();
    }
    ended.push_back({.point = job->point,
                     .exit_code = job->process.exit_code(),
                     .timed_out = too_long,
                     .seconds = seconds_since(job->begin),
                     .output = job->process.output(),
                     .errors = job->process.errors()});
    job = running_.erase(job);
  }
  return ended;
}

}  // namespace fiberloom
