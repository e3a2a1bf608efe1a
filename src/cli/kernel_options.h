#pragma once

#include <optional>
#include <string>

#include "kernel/compiler.h"
#include "kernel/timing.h"

namespace CLI {
class App;
}

namespace fiberloom {

/// How kernels are compiled and timed; for the commands that run them.
struct KernelTimingOptions {
  TimingOptions timing{};
  int threads = 1;
  std::string compiler{};              ///< --cc
  std::optional<std::string> flags{};  ///< --cflags

  /// `threads_help`: what the number of threads means, for the help.
  void add_to(CLI::App& app, const std::string& threads_help);
  CompilerChoice choice() const { return {.program = compiler, .flags = flags}; }
};

}  // namespace fiberloom
