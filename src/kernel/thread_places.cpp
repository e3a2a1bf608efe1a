#include "kernel/thread_places.h"

#include <cstdlib>

namespace fiberloom {

void choose_thread_places() {
  if (std::getenv("OMP_PROC_BIND") == nullptr && std::getenv("OMP_PLACES") == nullptr) {
    ::setenv("OMP_PROC_BIND", "close", 0);
    ::setenv("OMP_PLACES", "cores", 0);
  }
}

PinnedThread::PinnedThread() {
  cpu_set_t before;
  const int processor = ::sched_getcpu();
  if (processor < 0 || ::sched_getaffinity(0, sizeof before, &before) != 0) {
    return;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  if (::sched_setaffinity(0, sizeof one, &one) == 0) {
    before_ = before;
  }
}

PinnedThread::~PinnedThread() {
  if (before_) {
    ::sched_setaffinity(0, sizeof *before_, &*before_);
  }
}

}  // namespace fiberloom
