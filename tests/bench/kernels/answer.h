#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fiberloom::bench {

/// What a kernel computed. A dense result has its values alone, row-major; a sparse one a key for
/// each: the row-major number of its coordinates.
struct Answer {
  std::vector<uint64_t> keys{};
  std::vector<double> values{};
};

/// Empty where both agree to 1e-10, relative; else where they do not.
std::string difference(const Answer& a, const Answer& b);

}  // namespace fiberloom::bench
