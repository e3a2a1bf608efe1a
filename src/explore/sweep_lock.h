#pragma once

#include <string>

#include "base/descriptor.h"

namespace fiberloom {

/// Keeps other sweeps out of a folder. The system frees it when the program ends, killed or not.
class SweepLock {
 public:
  /// Throws Error (environment): another sweep works there, or the folder cannot be written.
  explicit SweepLock(const std::string& directory);

 private:
  Descriptor file_;
};

}  // namespace fiberloom
