#pragma once

#include <cstdint>
#include <string>

#include "kernel/bandwidth.h"

namespace fiberloom {

/// How a run's speed compares with what the memory can deliver.
struct Roofline {
  uint64_t operations = 0;  ///< 0: not known
  uint64_t bytes = 0;       ///< arrays counted once
  double seconds = 0;
  Bandwidth bandwidth{};
  int threads = 1;

  double operations_per_second() const;
  double bytes_per_second() const;
  /// Of the measured read bandwidth. Above 1 where the data lies in the caches.
  double share() const;
  std::string to_text() const;
};

}  // namespace fiberloom
