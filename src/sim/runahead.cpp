#include <systemc>

#include <algorithm>
#include <chrono>
#include <queue>
#include <utility>

#include "sim/engine.h"
#include "sim/settle.h"

namespace fiberloom {
namespace {

/// Resumes the processes that can go on from one queue. SystemC's time moves only when the queue is
/// empty and some process waits for it: one that the host's cap alone holds up, or one that
/// decides by time.
class Scheduler final : public sc_core::sc_module, public Engine {
 public:
  SC_HAS_PROCESS(Scheduler);
  Scheduler(const sc_core::sc_module_name& name, EngineParts parts)
      : sc_module(name), parts_(std::move(parts)) {
    SC_METHOD(drain);
    // An immediate notification cancels a pending timed one of the same event, so there are two.
    sensitive << go_ << timer_;
    dont_initialize();
    for (Process* process : parts_.processes) {
      process->queue = &queue_;
      queue_.waiting.push_back(process);
    }
  }

  void run() override {
    go_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
    if (error_) {
      std::rethrow_exception(error_);
    }
  }

  bool limited() const override {
    return std::ranges::any_of(parts_.processes, [](const Process* process) {
      return !process->finished() && stopped_by_horizon(*process);
    });
  }

 private:
  void drain() {
    queue_.time = sc_core::sc_time_stamp().value();
    try {
      release_due();
      while (next_ < queue_.waiting.size()) {
        run_queue();
        wake_put_off();
        if (queue_.waiting.empty()) {
          release_due();
        }
      }
    } catch (...) {
      // Out of an SC_METHOD it would arrive as an untyped report.
      error_ = std::current_exception();
      sc_core::sc_stop();
      return;
    }
    drop_stale();
    if (!timed_.empty()) {
      timer_.notify(sc_core::sc_time::from_value(timed_.top().first - queue_.time));
    }
  }

  void run_queue() {
    std::vector<Process*>& waiting = queue_.waiting;
    while (next_ < waiting.size()) {
      if (next_ >= kCompactAt) {
        waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(next_));
        next_ = 0;
      }
      Process* process = waiting[next_++];
      if (parts_.profile) [[unlikely]] {
        run_measured(*process);
      } else {
        process->run();
      }
      if (process->due != kNever) {
        timed_.emplace(process->due, process);
      }
      if (++runs_ % kHeartbeat == 0) {
        look_around();
      }
    }
    waiting.clear();
    next_ = 0;
  }

  void wake_put_off() {
    for (Channel* channel : queue_.put_off) {
      channel->put_off = false;
      if (channel->wanted != 0 && channel->has(channel->wanted)) {
        channel->wake_consumer();
      }
      if (channel->full && channel->room()) {
        channel->wake_producer();
      }
    }
    queue_.put_off.clear();
  }

  static void run_measured(Process& process) {
    const auto begin = std::chrono::steady_clock::now();
    process.run();
    process.host_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  void look_around() {
    if (parts_.heartbeat) {
      parts_.heartbeat();
    }
    if (parts_.stop != nullptr && stopped_at_ == kNever && parts_.stop->load()) {
      stopped_at_ = 0;
      for (const Process* process : parts_.processes) {
        stopped_at_ = std::max(stopped_at_, process->at + 1);
      }
      for (Process* process : parts_.processes) {
        process->horizon = std::min(process->horizon, stopped_at_);
      }
    }
  }

  /// Entries whose process went on for another reason in the meantime.
  void drop_stale() {
    while (!timed_.empty() && timed_.top().second->due != timed_.top().first) {
      timed_.pop();
    }
  }

  /// Lets the processes go on whose time has come.
  void release_due() {
    for (drop_stale(); !timed_.empty() && timed_.top().first <= queue_.time; drop_stale()) {
      Process* process = timed_.top().second;
      timed_.pop();
      process->due = kNever;
      if (process->now >= process->horizon) {
        continue;
      }
      for (Channel* channel : process->capped) {
        channel->full = false;
        if (channel->capped()) {
          channel->double_cap();
        }
      }
      process->missing = 0;
      queue_.waiting.push_back(process);
    }
  }

  static constexpr uint64_t kHeartbeat = 4096;
  static constexpr size_t kCompactAt = 1 << 16;

  EngineParts parts_;
  sc_core::sc_event go_;
  sc_core::sc_event timer_;
  RunQueue queue_;
  size_t next_ = 0;
  using Timed = std::pair<Cycle, Process*>;
  std::priority_queue<Timed, std::vector<Timed>, std::greater<>> timed_;
  uint64_t runs_ = 0;
  std::exception_ptr error_;
};

}  // namespace

std::unique_ptr<Engine> make_runahead_engine(EngineParts parts) {
  return std::make_unique<Scheduler>("run_ahead", std::move(parts));
}

}  // namespace fiberloom
