#include "answer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fiberloom::bench {
namespace {

constexpr double kTolerance = 1e-10;
/// Sums that cancel are exact only to the size of their terms, for which the largest value stands.
constexpr double kCancelled = 1e-13;

}  // namespace

std::string difference(const Answer& a, const Answer& b) {
  if (a.values.size() != b.values.size()) {
    return fmt::format("{} against {} values", a.values.size(), b.values.size());
  }
  if (a.keys != b.keys) {
    return "other coordinates";
  }
  double largest = 0;
  for (const double value : a.values) {
    largest = std::max(largest, std::abs(value));
  }
  for (size_t n = 0; n < a.values.size(); ++n) {
    const double x = a.values[n];
    const double y = b.values[n];
    const double allowed =
        std::max(kTolerance * std::max(std::abs(x), std::abs(y)), kCancelled * largest);
    if (!(std::abs(x - y) <= allowed)) {
      return fmt::format("value {}: {} against {}", n, x, y);
    }
  }
  return {};
}

}  // namespace fiberloom::bench
