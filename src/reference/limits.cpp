#include "reference/limits.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fiberloom {

uint64_t ReferenceLimits::quarter_of_memory() {
  constexpr uint64_t kUnknown = uint64_t{1} << 30;
  const auto pages = ::sysconf(_SC_PHYS_PAGES);
  const auto page_bytes = ::sysconf(_SC_PAGE_SIZE);
  return pages > 0 && page_bytes > 0
             ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_bytes) / 4
             : kUnknown;
}

void Budget::expect_dense(double points) const {
  if (static_cast<double>(dense_steps_) + points > static_cast<double>(limits_.dense_steps)) {
    throw_exhausted("points of dense operands", limits_.dense_steps);
  }
}

void Budget::throw_exhausted(const char* of_what, uint64_t limit) {
  throw NotPossible(
      fmt::format("the reference evaluator would need more than {} {}", limit, of_what));
}

}  // namespace fiberloom
