#include "kernel/processor.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include <unistd.h>

namespace fiberloom {
namespace {

// Keys of /proc/cpuinfo: those of x86, ARM and RISC-V that do not change with the load.
constexpr std::array<std::string_view, 12> kKeys = {
    "vendor_id", "cpu family",      "model",    "model name",  "stepping", "flags",
    "Features",  "CPU implementer", "CPU part", "CPU variant", "isa",      "uarch"};

}  // namespace

std::string processor_identity() {
  std::ifstream file("/proc/cpuinfo");
  std::string identity;
  // An empty line ends the first processor.
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::string_view key =
        std::string_view(line).substr(0, line.find_last_not_of(" \t", line.find(':') - 1) + 1);
    if (std::ranges::find(kKeys, key) != kKeys.end()) {
      identity += line + '\n';
    }
  }
  return identity;
}

uint64_t last_level_cache_bytes() {
  for (const int level : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE}) {
    if (const long bytes = ::sysconf(level); bytes > 0) {
      return static_cast<uint64_t>(bytes);
    }
  }
  return uint64_t{32} << 20;
}

uint64_t memory_bytes() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace fiberloom
