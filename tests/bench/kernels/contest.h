#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "answer.h"

namespace fiberloom::bench {

/// One program for a kernel.
struct Entrant {
  std::string name;
  std::function<void()> run;  ///< with all it allocates and frees for the result
  std::function<Answer()> answer{};
};

struct ContestOptions {
  int threads = 1;
  int repeats = 15;
  int rounds = 3;
  double round_seconds = 2.5;  ///< then a round ends after fewer repeats, but three at least
};

/// The seconds of a run of each entrant.
struct Outcome {
  std::vector<double> seconds{};       ///< by entrant: the least of all rounds
  std::vector<std::string> wrong{};    ///< by entrant: how its answer differs from the first one's
  std::vector<double> round_ratios{};  ///< by round: best of the others / the first entrant
  double ratio() const;                ///< the median round's
};

/// Runs entrants in turn, so that the machine's moods meet all of them: CPU time of the process
/// for one thread, wall time for more; the least of `repeats` counts in each round. Short runs are
/// timed several at once.
Outcome hold_contest(const std::vector<Entrant>& entrants, const ContestOptions& options);

}  // namespace fiberloom::bench
