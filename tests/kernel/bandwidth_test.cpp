#include "kernel/bandwidth.h"

#include <catch2/catch.hpp>

#include "kernel/environment.h"
#include "kernel/roofline.h"

namespace fiberloom {

// Takes arrays beyond the last-level cache: on a large server a GB and some seconds.
TEST_CASE("the measured bandwidth is that of a memory", "[.][kernel][bandwidth]") {
  const KernelWorkshop workshop;
  const KernelCompiler compiler = workshop.compiler();
  BandwidthMeter meter(compiler);
  for (const int threads : {1, 2}) {
    const Bandwidth bandwidth = meter.measure(threads);
    WARN(threads << " threads: triad " << bandwidth.triad / 1e9 << " GB/s, read "
                 << bandwidth.read / 1e9 << " GB/s");
    CHECK(bandwidth.triad > 1e8);
    CHECK(bandwidth.read > bandwidth.triad / 2);
    CHECK(bandwidth.read < 1e13);
    CHECK(meter.measure(threads).read == bandwidth.read);  // not measured again
  }
}

TEST_CASE("a roofline line gives rates beside the memory's", "[kernel]") {
  const Roofline roofline{.operations = 2'000'000,
                          .bytes = 12'000'000,
                          .seconds = 1e-3,
                          .bandwidth = {.triad = 10e9, .read = 16e9},
                          .threads = 2};
  CHECK(roofline.operations_per_second() == Approx(2e9));
  CHECK(roofline.bytes_per_second() == Approx(12e9));
  CHECK(roofline.share() == Approx(0.75));
  CHECK(roofline.to_text() ==
        "2 GFLOP/s, 12 GB/s (arrays counted once) = 75 % of the 16 GB/s that 2 threads read here "
        "(triad 10 GB/s)");
  CHECK(Roofline{.bytes = 1}.share() == 0);
}

}  // namespace fiberloom
