#pragma once

#include <optional>
#include <string>

#include "kernel/compile_kernel.h"
#include "support/program.h"

namespace fiberloom {

/// A variable of the environment that has another value for one test; none: it is not set.
class ScopedVariable {
 public:
  ScopedVariable(std::string name, const std::optional<std::string>& value);
  ~ScopedVariable();
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  std::string name_;
  std::optional<std::string> before_;
};

/// The default compiler with a cache of its own, empty at first.
class KernelWorkshop {
 public:
  KernelCompiler compiler(const CompilerChoice& choice = {}) const {
    return KernelCompiler(choice, KernelCache(cache()));
  }
  std::string cache() const { return folder_.path("cache"); }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
  ScopedVariable cc_{"CC", std::nullopt};
};

}  // namespace fiberloom
