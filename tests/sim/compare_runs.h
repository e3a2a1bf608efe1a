#pragma once

#include <string>

#include "support/testbench.h"

namespace fiberloom::testing {

/// What two runs have in common; each says what is compared.
struct Aspects {
  bool trace = false;      ///< every push and pop of every channel, with its cycle
  bool occupancy = false;  ///< the most slots in use, where both know it
  bool wait_texts = true;  ///< what the processes of a deadlock wait for, in the same order
};

/// The first thing in which two runs differ, empty if they agree: status, cycles, the account of
/// every process, counters, tokens, what is left in channels, who waits for what, what test sinks
/// took and when, results.
std::string difference(const Outcome& a, const Outcome& b, const Aspects& aspects);

/// busy + stalled_in + stalled_out + idle must be the cycles of the run, for every process; empty
/// or the first that does not add up.
std::string unbalanced(const RunStatistics& statistics);

}  // namespace fiberloom::testing
