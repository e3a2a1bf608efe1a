#pragma once

#include <cstdint>
#include <vector>

namespace fiberloom {

/// Drives everything else out of the processor's caches by writing a buffer that is larger than
/// the last of them.
class CacheFlush {
 public:
  /// By default a quarter more than the last-level cache, at most a quarter of the memory.
  explicit CacheFlush(uint64_t bytes = default_bytes());

  void sweep();
  uint64_t bytes() const { return buffer_.size(); }

  static uint64_t default_bytes();

 private:
  std::vector<unsigned char> buffer_;
};

}  // namespace fiberloom
