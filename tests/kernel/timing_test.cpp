#include "kernel/timing.h"

#include <chrono>
#include <thread>

#include <catch2/catch.hpp>
#include <sched.h>

#include "kernel/cache_flush.h"
#include "kernel/environment.h"
#include "kernel/processor.h"
#include "kernel/thread_places.h"

namespace fiberloom {
namespace {

/// That the calling thread may use.
int processors() {
  cpu_set_t set;
  ::sched_getaffinity(0, sizeof set, &set);
  return CPU_COUNT(&set);
}

}  // namespace

TEST_CASE("quartiles of samples", "[kernel]") {
  const Samples samples({5, 1, 3, 2, 4});
  CHECK(samples.minimum() == 1);
  CHECK(samples.lower_quartile() == 2);
  CHECK(samples.median() == 3);
  CHECK(samples.upper_quartile() == 4);
  CHECK(samples.maximum() == 5);
  CHECK(Samples({1, 2}).median() == 1.5);
  CHECK(Samples({7}).upper_quartile() == 7);
  CHECK(Samples({}).median() == 0);
}

TEST_CASE("a measurement counts its repeats, not the warm-up, nor what lies between", "[kernel]") {
  int runs = 0;
  int betweens = 0;
  const Timing timing = measure_runs(
      {.warmup = 2, .repeat = 3},
      [&] {
        ++runs;
        std::this_thread::sleep_for(std::chrono::milliseconds(runs <= 2 ? 60 : 5));
      },
      [&] {
        ++betweens;
        std::this_thread::sleep_for(std::chrono::milliseconds(40));
      });
  CHECK(runs == 5);
  CHECK(betweens == 5);
  CHECK(timing.wall.count() == 3);
  CHECK(timing.wall.minimum() >= 0.005);
  CHECK(timing.wall.minimum() < 0.04);
  CHECK(timing.cpu.median() < 0.005);  // it slept
}

TEST_CASE("a pinned thread stays on one processor until it is released", "[kernel]") {
  const int before = processors();
  for (const int threads : {0, 1, 2}) {
    int during = 0;
    measure_runs({.warmup = 0, .repeat = 1, .threads = threads}, [&] { during = processors(); });
    CHECK(during == (threads == 0 ? before : 1));
    CHECK(processors() == before);
  }
}

// The OpenMP runtime binds the thread that loads it, for good.
TEST_CASE("a parallel kernel leaves the thread that loads it all its processors", "[kernel]") {
  const KernelWorkshop workshop;
  const int before = processors();
  const LoadedLibrary loaded = workshop.compiler().compile_text(
      "int count(void) {\n  int n = 0;\n#pragma omp parallel num_threads(2) reduction(+ : n)\n"
      "  n += 1;\n  return n;\n}\n",
      true);
  CHECK(processors() == before);
  CHECK(loaded.library.function<int()>("count")() == 2);
  CHECK(processors() == before);
}

TEST_CASE("the buffer that flushes the caches is larger than they are", "[kernel]") {
  if (last_level_cache_bytes() * 5 < memory_bytes()) {
    CHECK(CacheFlush::default_bytes() > last_level_cache_bytes());
  }
  CacheFlush small(1 << 16);
  small.sweep();
  CHECK(small.bytes() == 1 << 16);
}

TEST_CASE("the processor says what it is, the same each time", "[kernel]") {
  CHECK_FALSE(processor_identity().empty());
  CHECK(processor_identity() == processor_identity());
  CHECK(processor_identity().find("MHz") == std::string::npos);
}

}  // namespace fiberloom
