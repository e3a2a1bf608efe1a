#pragma once

#include <map>

#include "kernel/compile_kernel.h"

namespace fiberloom {

/// What the memory delivers to simple loops over arrays that fit in no cache.
struct Bandwidth {
  double triad = 0;  ///< bytes/s of a[i] = b[i] + s * c[i], three arrays counted once
  double read = 0;   ///< bytes/s of a sum
};

/// Measures it with loops that the same compiler made as made the kernels.
class BandwidthMeter {
 public:
  explicit BandwidthMeter(const KernelCompiler& compiler) : compiler_(compiler) {}

  /// The best of some passes; each number of threads is measured once. Takes arrays of twice the
  /// last-level cache together, at most a quarter of the memory. Throws Error as
  /// KernelCompiler does, and (limit) where the arrays cannot be had.
  Bandwidth measure(int threads);

 private:
  const KernelCompiler& compiler_;
  std::map<int, Bandwidth> measured_;
};

}  // namespace fiberloom
