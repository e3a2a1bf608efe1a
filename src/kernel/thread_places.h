#pragma once

#include <optional>

#include <sched.h>

namespace fiberloom {

/// Tells the OpenMP runtime to bind its threads to cores, one each, unless the user has said
/// something of it. Works only before the first parallel kernel is loaded, with the runtime.
void choose_thread_places();

/// Gives the calling thread back, when it goes, the processors that it may use now.
class KeptAffinity {
 public:
  KeptAffinity();
  ~KeptAffinity();
  KeptAffinity(const KeptAffinity&) = delete;
  KeptAffinity& operator=(const KeptAffinity&) = delete;

  const std::optional<cpu_set_t>& processors() const { return before_; }

 private:
  std::optional<cpu_set_t> before_;  ///< none: the system does not say
};

/// Keeps the calling thread on one processor, until the object goes: alone on that on which it
/// runs, as the first of several threads on the first, where OpenMP expects it.
class PinnedThread {
 public:
  explicit PinnedThread(int threads);

 private:
  KeptAffinity kept_;
};

}  // namespace fiberloom
