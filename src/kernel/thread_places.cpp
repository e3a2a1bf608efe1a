#include "kernel/thread_places.h"

#include <cstdlib>

namespace fiberloom {

void choose_thread_places() {
  if (std::getenv("OMP_PROC_BIND") == nullptr && std::getenv("OMP_PLACES") == nullptr) {
    ::setenv("OMP_PROC_BIND", "close", 0);
    ::setenv("OMP_PLACES", "cores", 0);
  }
}

KeptAffinity::KeptAffinity() {
  cpu_set_t processors;
  if (::sched_getaffinity(0, sizeof processors, &processors) == 0) {
    before_ = processors;
  }
}

KeptAffinity::~KeptAffinity() {
  if (before_) {
    ::sched_setaffinity(0, sizeof *before_, &*before_);
  }
}

PinnedThread::PinnedThread(int threads) {
  if (!kept_.processors()) {
    return;
  }
  int processor = threads == 1 ? ::sched_getcpu() : 0;
  while (processor < CPU_SETSIZE && !CPU_ISSET(processor, &*kept_.processors())) {
    ++processor;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

}  // namespace fiberloom
