#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/token.h"

namespace fiberloom::testing {

/// A token that was pushed, popped or taken, and when.
struct Event {
  Token token;
  Cycle at;
  bool operator==(const Event& other) const {
    return same_token(token, other.token) && at == other.at;
  }
};
using Events = std::vector<Event>;

/// What the test sinks of the present run took, by block. A test sink's channel needs no observer,
/// so its producer runs in its fast loops.
std::map<std::string, Events>& sink_records();

}  // namespace fiberloom::testing
