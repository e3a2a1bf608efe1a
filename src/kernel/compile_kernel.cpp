#include "kernel/compile_kernel.h"

#include <chrono>
#include <fstream>
#include <optional>

#include "base/diagnostic.h"
#include "kernel/content_hash.h"
#include "kernel/thread_places.h"

namespace fiberloom {
namespace {

constexpr int kAttempts = 3;

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw Error(ExitCode::environment, "cannot write", {.file = path});
  }
}

std::string source_name(const std::string& key) { return key + ".c"; }
std::string library_name(const std::string& key) { return key + ".so"; }

}  // namespace

CompiledKernel KernelCompiler::compile(const KernelSource& source) const {
  CompiledKernel kernel{.loaded = compile_text(source.text, source.parallel)};
  kernel.function = kernel.loaded.library.function<fiberloom_kernel>(source.function);
  return kernel;
}

LoadedLibrary KernelCompiler::compile_text(const std::string& text, bool parallel) const {
  std::optional<KeptAffinity> kept;
  if (parallel) {
    choose_thread_places();
    kept.emplace();  // the runtime binds the thread that loads it, and with it all its children
  }
  const std::string key = content_hash(compiler_.identity(parallel) + '\0' + text);
  const std::string path = cache_.path(library_name(key));
  double seconds = 0;
  for (int attempt = 1;; ++attempt) {
    if (!cache_.touch(library_name(key))) {
      seconds += make(key, text, parallel);
    }
    try {
      LoadedLibrary loaded{.library = SharedLibrary(path),
                           .source = cache_.path(source_name(key)),
                           .compile_seconds = seconds};
      if (parallel) {
        // The OpenMP runtime's threads outlive the kernel, so must their code.
        loaded.library.keep_provider("omp_get_max_threads");
      }
      if (seconds > 0) {
        cache_.trim();
      }
      return loaded;
    } catch (const Error&) {
      // Another process dropped it meanwhile, or the disk spoiled it: make it anew.
      cache_.remove(library_name(key));
      if (attempt == kAttempts) {
        throw;
      }
    }
  }
}

double KernelCompiler::make(const std::string& key, const std::string& text, bool parallel) const {
  const auto begin = std::chrono::steady_clock::now();
  cache_.store(source_name(key), [&](const std::string& file) { write_text(file, text); });
  cache_.store(library_name(key), [&](const std::string& file) {
    compiler_.compile(cache_.path(source_name(key)), file, parallel);
  });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace fiberloom
