#include "kernel/bandwidth.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/diagnostic.h"
#include "kernel/processor.h"
#include "kernel/timing.h"

namespace fiberloom {
namespace {

constexpr int kPasses = 5;

/// Each thread touches first what it uses later, so that on a machine of several memories it lies
/// near. The sum runs over three arrays at once: one alone does not keep the prefetchers busy.
constexpr const char* kText = R"(#include <stdint.h>

void fill(double* restrict a, double* restrict b, double* restrict c, int64_t n, int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int64_t i = 0; i < n; ++i) {
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
}

void triad(double* restrict a, const double* restrict b, const double* restrict c, int64_t n,
           int threads) {
#pragma omp parallel for simd schedule(static) num_threads(threads)
  for (int64_t i = 0; i < n; ++i) {
    a[i] = b[i] + 3.0 * c[i];
  }
}

double read_sum(const double* a, const double* b, const double* c, int64_t n, int threads) {
  double sum = 0;
#pragma omp parallel for simd schedule(static) num_threads(threads) reduction(+ : sum)
  for (int64_t i = 0; i < n; ++i) {
    sum += a[i] + b[i] + c[i];
  }
  return sum;
}
)";

using Fill = void(double*, double*, double*, int64_t, int);
using Triad = void(double*, const double*, const double*, int64_t, int);
using ReadSum = double(const double*, const double*, const double*, int64_t, int);

struct Free {
  void operator()(double* array) const { std::free(array); }
};

}  // namespace

Bandwidth BandwidthMeter::measure(int threads) {
  if (const auto found = measured_.find(threads); found != measured_.end()) {
    return found->second;
  }
  const LoadedLibrary loops = compiler_.compile_text(kText, threads > 1);
  const uint64_t bytes = std::min(2 * last_level_cache_bytes(), memory_bytes() / 4);
  const auto count = static_cast<int64_t>(bytes / 3 / sizeof(double));
  // Plain memory: the loops themselves are to touch it first.
  const std::unique_ptr<double, Free> memory(
      static_cast<double*>(std::malloc(3 * static_cast<size_t>(count) * sizeof(double))));
  if (memory == nullptr) {
    throw Error(ExitCode::limit, "no memory for the arrays that measure the bandwidth");
  }
  double* a = memory.get();
  double* b = a + count;
  double* c = b + count;
  loops.library.function<Fill>("fill")(a, b, c, count, threads);
  auto* triad = loops.library.function<Triad>("triad");
  auto* read_sum = loops.library.function<ReadSum>("read_sum");
  const TimingOptions options{.warmup = 1, .repeat = kPasses, .threads = threads};
  volatile double used = 0;  // or the sum would not be computed
  const Timing triads = measure_runs(options, [&] { triad(a, b, c, count, threads); });
  const Timing sums = measure_runs(options, [&] { used = read_sum(a, b, c, count, threads); });
  const double size = 3 * static_cast<double>(count) * sizeof(double);
  return measured_[threads] = {.triad = size / triads.wall.minimum(),
                               .read = size / sums.wall.minimum()};
}

}  // namespace fiberloom
