#include <algorithm>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

#include "tensor/tensor.h"

namespace fiberloom {
namespace {

/// Bytes of memory that this process may have: the machine's, a container's, the shell's limit.
uint64_t available_memory() {
  uint64_t bytes =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  uint64_t container = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> container && container > 0) {
    bytes = std::min(bytes, container);
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    bytes = std::min<uint64_t>(bytes, limit.rlim_cur);
  }
  return bytes;
}

/// What a position takes while it is packed: a value, where its entries start, and a half again
/// for the level below.
constexpr uint64_t kBytesPerPosition = 24;

}  // namespace

uint64_t largest_level() {
  static const uint64_t kPositions = available_memory() / 2 / kBytesPerPosition;
  return kPositions;
}

}  // namespace fiberloom
