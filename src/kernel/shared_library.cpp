#include "kernel/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/diagnostic.h"

namespace fiberloom {

SharedLibrary::SharedLibrary(const std::string& path)
    : handle_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* handle) {
        if (handle != nullptr) {
          ::dlclose(handle);
        }
      }) {
  if (handle_ == nullptr) {
    throw Error(ExitCode::environment, fmt::format("cannot load a kernel: {}", ::dlerror()), {},
                "is the cache on a file system that allows no programs? FIBERLOOM_CACHE names "
                "another folder");
  }
}

void SharedLibrary::keep_provider(const std::string& name) const {
  Dl_info provider{};
  const void* found = ::dlsym(handle_.get(), name.c_str());
  if (found != nullptr && ::dladdr(found, &provider) != 0) {
    ::dlopen(provider.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
  }
}

void* SharedLibrary::find(const std::string& name) const {
  void* found = ::dlsym(handle_.get(), name.c_str());
  if (found == nullptr) {
    throw Error(ExitCode::internal, fmt::format("the compiled kernel has no function '{}'", name));
  }
  return found;
}

}  // namespace fiberloom
