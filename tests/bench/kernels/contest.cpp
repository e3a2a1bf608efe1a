#include "contest.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <optional>

#include "kernel/thread_places.h"

namespace fiberloom::bench {
namespace {

constexpr double kShortest = 3e-4;  ///< seconds of one measurement
constexpr int kFewest = 3;          ///< repeats of a round that takes too long
constexpr int kMostRuns = 1 << 14;

double now(bool cpu) {
  timespec time{};
  ::clock_gettime(cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Seconds of one run, of several at once.
double measured(const Entrant& entrant, int runs, bool cpu) {
  const double begin = now(cpu);
  for (int k = 0; k < runs; ++k) {
    entrant.run();
  }
  return (now(cpu) - begin) / runs;
}

int runs_of(const Entrant& entrant, bool cpu) {
  int runs = 1;
  while (runs < kMostRuns && measured(entrant, runs, cpu) * runs < kShortest) {
    runs *= 2;
  }
  return runs;
}

}  // namespace

double Outcome::ratio() const {
  std::vector<double> sorted = round_ratios;
  std::ranges::sort(sorted);
  return sorted[sorted.size() / 2];
}

Outcome hold_contest(const std::vector<Entrant>& entrants, const ContestOptions& options) {
  const bool cpu = options.threads == 1;
  std::optional<PinnedThread> pinned;
  if (cpu) {
    // Never with more: the threads that OpenMP makes then would share the one processor.
    pinned.emplace(1);
  }
  Outcome outcome;
  std::vector<int> runs;
  for (const Entrant& entrant : entrants) {
    entrant.run();
    outcome.wrong.push_back(difference(entrants.front().answer(), entrant.answer()));
    runs.push_back(runs_of(entrant, cpu));
  }
  outcome.seconds.assign(entrants.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < options.rounds; ++round) {
    std::vector<double> least(entrants.size(), std::numeric_limits<double>::infinity());
    const double begin = now(false);
    for (int k = 0;
         k < options.repeats && (k < kFewest || now(false) - begin < options.round_seconds); ++k) {
      for (size_t e = 0; e < entrants.size(); ++e) {
        least[e] = std::min(least[e], measured(entrants[e], runs[e], cpu));
      }
    }
    double best = std::numeric_limits<double>::infinity();
    for (size_t e = 0; e < entrants.size(); ++e) {
      outcome.seconds[e] = std::min(outcome.seconds[e], least[e]);
      best = e == 0 ? best : std::min(best, least[e]);
    }
    outcome.round_ratios.push_back(best / least.front());
  }
  return outcome;
}

}  // namespace fiberloom::bench
