#include "base/spelling.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fiberloom {
namespace {

/// Edit distance with transpositions of neighbours (optimal string alignment).
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

constexpr size_t kLongestWord = 64;

}  // namespace

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  if (word.size() > kLongestWord) {
    return std::nullopt;
  }
  size_t best = std::max<size_t>(1, word.size() / 3) + 1;
  std::optional<std::string> found;
  for (const std::string& candidate : candidates) {
    const size_t distance = edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates,
                       std::string_view label) {
  if (const auto near = nearest(word, candidates)) {
    return fmt::format("did you mean '{}'?", *near);
  }
  return fmt::format("{}: {}", label, fmt::join(candidates, ", "));
}

}  // namespace fiberloom
