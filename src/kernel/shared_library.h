#pragma once

#include <memory>
#include <string>

namespace fiberloom {

/// A loaded shared library; what was found in it must not outlive it.
class SharedLibrary {
 public:
  /// Throws Error (environment), with the loader's message.
  explicit SharedLibrary(const std::string& path);

  /// Throws Error (internal): no such function.
  template <class Function>
  Function* function(const std::string& name) const {
    return reinterpret_cast<Function*>(find(name));
  }
  /// Keeps the library that gives this one the function `name`, if there is one, loaded until the
  /// process ends.
  void keep_provider(const std::string& name) const;

 private:
  void* find(const std::string& name) const;

  std::shared_ptr<void> handle_;
};

}  // namespace fiberloom
