#include "cli/kernel_options.h"

#include <CLI/CLI.hpp>

namespace fiberloom {
namespace {

constexpr int kMostRepeats = 1'000'000;
constexpr int kMostThreads = 4096;

}  // namespace

void KernelTimingOptions::add_to(CLI::App& app, const std::string& threads_help) {
  const std::string times = "Timing";
  app.add_option("--repeat", timing.repeat, "runs that are timed")
      ->check(CLI::Range(1, kMostRepeats))
      ->group(times);
  app.add_option("--warmup", timing.warmup, "runs before them")
      ->check(CLI::Range(0, kMostRepeats))
      ->group(times);
  app.add_option("--threads", threads, threads_help)
      ->check(CLI::Range(1, kMostThreads))
      ->group(times);
  app.add_flag("--cold", timing.cold, "flush the caches before each run")->group(times);
  const std::string c = "C compiler";
  app.add_option("--cc", compiler, "the compiler; by default $CC, else cc")
      ->type_name("PROGRAM")
      ->group(c);
  app.add_option("--cflags", flags,
                 std::string("flags in place of ") + kOptimisation + "; write --cflags=-O1")
      ->type_name("FLAGS")
      ->group(c);
}

}  // namespace fiberloom
