#include "resident_memory.h"

#include <algorithm>
#include <fstream>

#include <unistd.h>

namespace fiberloom {
namespace {

uint64_t resident_bytes() {
  uint64_t total = 0;
  uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

ResidentMemory::ResidentMemory()
    : samples_{{Clock::now(), resident_bytes()}}, thread_([this] {
        while (!stop_) {
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
          samples_.push_back({Clock::now(), resident_bytes()});
        }
      }) {}

ResidentMemory::~ResidentMemory() { stop(); }

void ResidentMemory::stop() {
  stop_ = true;
  if (thread_.joinable()) {
    thread_.join();
  }
}

uint64_t ResidentMemory::peak(Clock::time_point last) const {
  uint64_t most = 0;
  for (const Sample& sample : samples_) {
    if (sample.at <= last) {
      most = std::max(most, sample.bytes);
    }
  }
  return most;
}

}  // namespace fiberloom
