#pragma once

#include <string>

#include "kernel/compiler.h"
#include "kernel/interface.h"
#include "kernel/kernel_cache.h"
#include "kernel/kernel_source.h"
#include "kernel/shared_library.h"

namespace fiberloom {

/// A library that was made of a C text, loaded.
struct LoadedLibrary {
  SharedLibrary library;
  std::string source;          ///< where its text lies
  double compile_seconds = 0;  ///< 0: it was in the cache
};

/// A kernel that can be called.
struct CompiledKernel {
  LoadedLibrary loaded;
  fiberloom_kernel* function = nullptr;
};

/// Turns C texts into code, each once: what the same compiler made of the same text for the same
/// processor is taken from the cache.
class KernelCompiler {
 public:
  explicit KernelCompiler(const CompilerChoice& choice = {}, KernelCache cache = {})
      : compiler_(choice), cache_(std::move(cache)) {}

  /// Throws Error as Compiler::compile and KernelCache::store do.
  CompiledKernel compile(const KernelSource& source) const;
  LoadedLibrary compile_text(const std::string& text, bool parallel) const;

  const KernelCache& cache() const { return cache_; }

 private:
  double make(const std::string& key, const std::string& text, bool parallel) const;

  Compiler compiler_;
  KernelCache cache_;
};

}  // namespace fiberloom
