#pragma once

#include <optional>

#include <sched.h>

namespace fiberloom {

/// Tells the OpenMP runtime to bind its threads to cores, one each, unless the user has said
/// something of it. Works only before the first parallel kernel is loaded, with the runtime.
void choose_thread_places();

/// Keeps the calling thread on the processor on which it runs, until the object goes.
class PinnedThread {
 public:
  PinnedThread();
  ~PinnedThread();
  PinnedThread(const PinnedThread&) = delete;
  PinnedThread& operator=(const PinnedThread&) = delete;

 private:
  std::optional<cpu_set_t> before_;  ///< none: the system refused
};

}  // namespace fiberloom
