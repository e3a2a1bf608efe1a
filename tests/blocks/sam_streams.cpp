#include "blocks/sam_streams.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fiberloom::testing {

std::string to_text(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::string depth_of(const Words& words) {
  int depth = 0;
  for (const std::string& word : words) {
    if (is_stop(word)) {
      depth = std::max(depth, static_cast<int>(level_of(word)) + 1);
    }
  }
  return depth > 0 ? std::to_string(depth) : words == Words{"0", "D"} ? "0" : "points";
}

Words with_unborn(const Words& outer, const Words& inner) {
  Words result = inner;
  size_t at = 0;  // in inner
  bool fresh = true;
  for (const std::string& word : outer) {
    if (is_point(word)) {
      fresh = false;
      while (at < inner.size() && is_point(inner[at])) {
        ++at;
      }
      // The stop of this coordinate's fiber; the outer fiber's own stop is part of it if it is the
      // last.
      at += at < inner.size() ? 1 : 0;
    } else if (is_stop(word)) {
      if (fresh && at < inner.size()) {
        result[at] += "^1";
        ++at;
      }
      fresh = true;
    }
  }
  return result;
}

Words with_levels(const Words& operand, const Words& signals) {
  Words result;
  size_t at = 0;  // the operand that is repeated now
  for (const std::string& signal : signals) {
    if (signal != "S") {
      result.push_back(signal);
      continue;
    }
    if (at < operand.size() && is_stop(operand[at])) {
      result.push_back(fmt::format("S{}^1", level_of(operand[at]) + 1));
      ++at;
      continue;
    }
    ++at;
    if (at < operand.size() && is_stop(operand[at])) {
      result.push_back(fmt::format("S{}", level_of(operand[at]) + 1));
      ++at;
    } else {
      result.push_back("S0");
    }
  }
  return result;
}

Words without_empty_fibers(const Words& inner) {
  Words result;
  bool empty = true;    // the present inner fiber
  bool passed = false;  // an inner fiber of the present outer one has passed
  for (const std::string& word : inner) {
    if (is_point(word)) {
      if (empty && passed) {
        result.push_back("S0");
      }
      empty = false;
      passed = true;
      result.push_back(word);
    } else if (word == "S0") {
      empty = true;
    } else {
      empty = true;
      passed = false;
      result.push_back(word);
    }
  }
  return result;
}

Words parents_of(const Words& inner) {
  Words parents;
  unsigned count = 0;
  for (const std::string& word : inner) {
    if (is_stop(word)) {
      parents.push_back(std::to_string(count++));
      if (level_of(word) > 0) {
        parents.push_back(fmt::format("S{}", level_of(word) - 1));
      }
    }
  }
  parents.push_back("D");
  return parents;
}

}  // namespace fiberloom::testing
