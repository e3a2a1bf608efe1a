#include "kernel/cache_flush.h"

#include <algorithm>

#include "kernel/processor.h"

namespace fiberloom {
namespace {

constexpr uint64_t kLine = 64;  ///< bytes; where lines are longer the sweep is only slower

}  // namespace

CacheFlush::CacheFlush(uint64_t bytes) : buffer_(bytes) {}

void CacheFlush::sweep() {
  volatile unsigned char* const bytes = buffer_.data();
  for (uint64_t at = 0; at < buffer_.size(); at += kLine) {
    bytes[at] = static_cast<unsigned char>(bytes[at] + 1);
  }
}

uint64_t CacheFlush::default_bytes() {
  const uint64_t cache = last_level_cache_bytes();
  return std::min(cache + cache / 4, memory_bytes() / 4);
}

}  // namespace fiberloom
