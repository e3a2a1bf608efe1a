#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "sim/channel.h"
#include "sim/process.h"

namespace fiberloom {

/// Runs the processes of a machine inside the SystemC kernel.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Runs until nothing can go on, or until the horizon of all processes. Rethrows what a block
  /// throws. If `stop` becomes true, a horizon is set just behind what has happened, so that all
  /// processes end in the same cycle.
  virtual void run() = 0;
  /// After run(): something could have gone on, had its horizon not kept it.
  virtual bool limited() const = 0;

  /// The first cycle that was not simulated because of `stop`; kNever if it never was true.
  Cycle stopped_at() const { return stopped_at_; }

 protected:
  Cycle stopped_at_ = kNever;
};

struct EngineParts {
  std::vector<Process*> processes;  ///< in the order in which they start
  std::vector<Channel*> channels;
  const std::atomic<bool>* stop = nullptr;
  bool profile = false;               ///< measure the host's time of every process
  std::function<void()> heartbeat{};  ///< called now and then by the host's clock
};

/// The engine in which every process runs ahead on its own clock (design section 3).
std::unique_ptr<Engine> make_runahead_engine(EngineParts parts);
/// The oracle: every process is tried in every cycle.
std::unique_ptr<Engine> make_clocked_engine(EngineParts parts);

}  // namespace fiberloom
