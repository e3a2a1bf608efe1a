#pragma once

#include <cstdint>
#include <cstdlib>

namespace fiberloom::test {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// How many cases a test of random data runs: `usual`; half of them under AddressSanitizer,
/// where each takes up to ten times as long; `nightly` where FIBERLOOM_NIGHTLY is set.
inline uint64_t cases(uint64_t usual, uint64_t nightly) {
  if (std::getenv("FIBERLOOM_NIGHTLY") != nullptr) {
    return nightly;
  }
  return kSanitized ? usual / 2 : usual;
}

}  // namespace fiberloom::test
