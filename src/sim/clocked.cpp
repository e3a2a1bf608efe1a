#include <systemc>

#include <algorithm>
#include <utility>

#include "sim/engine.h"
#include "sim/port.h"

namespace fiberloom {
namespace {

/// Finds out what a suspended process lacks in the present cycle.
class Lacks final : public NeedVisitor {
 public:
  explicit Lacks(const Process& process) { process.pending.describe(*this); }
  void tokens(const In& in, uint64_t count) override { lacks_token_ |= !in.has(count); }
  void any_token(const In& in) override {
    alternatives_ = true;
    found_ |= in.has();
  }
  void slots(const Out& out) override { lacks_slot_ |= !out.room(); }
  bool token() const { return lacks_token_ || (alternatives_ && !found_); }
  bool slot() const { return lacks_slot_; }

 private:
  bool lacks_token_ = false;
  bool lacks_slot_ = false;
  bool alternatives_ = false;
  bool found_ = false;
};

bool ready(const Process& process) {
  const Lacks lacks(process);
  return !lacks.token() && !lacks.slot();
}

/// Tries every process in every cycle. Time is a counter; whether a token is there and a slot is
/// free is what the channels' registers and credits say in that cycle.
class Clocked final : public sc_core::sc_module, public Engine {
 public:
  SC_HAS_PROCESS(Clocked);
  Clocked(const sc_core::sc_module_name& name, EngineParts parts)
      : sc_module(name), parts_(std::move(parts)), stalls_(parts_.processes.size()) {
    SC_METHOD(step);
    sensitive << clock_;
    dont_initialize();
    for (const Process* process : parts_.processes) {
      last_cycle_ = std::min(last_cycle_, process->horizon);
    }
  }

  void run() override {
    clock_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
    for (size_t p = 0; p < parts_.processes.size(); ++p) {
      Process& process = *parts_.processes[p];
      process.now -= stalls_[p].in + stalls_[p].out;  // those after the last thing that happened
    }
    if (error_) {
      std::rethrow_exception(error_);
    }
  }

  bool limited() const override { return limited_; }

 private:
  void step() {
    try {
      if (advance()) {
        clock_.notify(sc_core::sc_time::from_value(1));
      }
    } catch (...) {
      error_ = std::current_exception();
      sc_core::sc_stop();
    }
  }

  /// One cycle. False when nothing can ever happen again, or at the limit.
  bool advance() {
    if (cycle_ >= last_cycle_) {
      limited_ = could_go_on();
      if (limited_) {
        enter_stalls();
      }
      return false;
    }
    if (parts_.stop != nullptr && parts_.stop->load()) {
      stopped_at_ = cycle_;
      last_cycle_ = cycle_;
      enter_stalls();
      return false;
    }
    if (cycle_ % kHeartbeat == 0 && parts_.heartbeat) {
      parts_.heartbeat();
    }
    bool alive = false;
    for (Channel* channel : parts_.channels) {
      alive |= channel->tick(cycle_);
    }
    for (Process* process : parts_.processes) {
      process->horizon = cycle_ + 1;
    }
    const bool acted = try_all();
    for (size_t p = 0; p < parts_.processes.size(); ++p) {
      Process& process = *parts_.processes[p];
      alive |= !process.finished() && process.now > cycle_;
      count_stall(process, stalls_[p]);
    }
    if (acted) {
      enter_stalls();
    }
    ++cycle_;
    return alive || acted;
  }

  /// A deadlock ends with the last thing that happened, so stalls count only once something
  /// happens after them.
  void enter_stalls() {
    for (size_t p = 0; p < parts_.processes.size(); ++p) {
      parts_.processes[p]->stalled_in += std::exchange(stalls_[p].in, 0);
      parts_.processes[p]->stalled_out += std::exchange(stalls_[p].out, 0);
    }
  }

  /// References between writers take no time: what one sends, another may take in the same cycle,
  /// so processes are tried until none goes on.
  bool try_all() {
    bool any = false;
    for (bool again = true; again;) {
      again = false;
      for (Process* process : parts_.processes) {
        if (process->finished() || process->now > cycle_) {
          continue;
        }
        process->now = cycle_;
        const void* before = process->pending.awaited;
        const uint64_t moved = moved_by(*process);
        const uint64_t firings = process->firings;
        process->poll();
        if (process->firings != firings || moved_by(*process) != moved || process->finished() ||
            before == nullptr) {
          again = true;
          any = true;
        }
      }
    }
    return any;
  }

  /// Tokens that a process has popped and pushed, by firings or without.
  static uint64_t moved_by(const Process& process) {
    uint64_t moved = 0;
    for (const Channel* channel : process.inputs) {
      moved += channel->pops();
    }
    for (const Channel* channel : process.outputs) {
      moved += channel->pushes();
    }
    return moved;
  }

  struct Stall {
    Cycle in = 0;
    Cycle out = 0;
  };

  void count_stall(Process& process, Stall& stall) const {
    if (process.finished() || process.now > cycle_) {
      return;
    }
    const bool tokens = Lacks(process).token();
    ++(tokens ? stall.in : stall.out);
    if (process.observer != nullptr) {
      process.observer->went(process, cycle_, tokens ? cycle_ + 1 : cycle_, cycle_ + 1, cycle_ + 1);
    }
    process.now = cycle_ + 1;
  }

  /// Whether something would happen after the limit: lets arrive what is on its way, and looks.
  bool could_go_on() const {
    bool on_its_way = true;
    for (Cycle cycle = cycle_; on_its_way; ++cycle) {
      on_its_way = false;
      for (Channel* channel : parts_.channels) {
        on_its_way |= channel->tick(cycle);
      }
      for (const Process* process : parts_.processes) {
        if (process->finished()) {
          continue;
        }
        on_its_way |= process->now > cycle;
        if (process->now <= cycle && ready(*process)) {
          return true;
        }
      }
    }
    return false;
  }

  static constexpr Cycle kHeartbeat = 4096;

  EngineParts parts_;
  bool limited_ = false;
  std::vector<Stall> stalls_;
  sc_core::sc_event clock_;
  Cycle cycle_ = 0;
  Cycle last_cycle_ = kNever;
  std::exception_ptr error_;
};

}  // namespace

std::unique_ptr<Engine> make_clocked_engine(EngineParts parts) {
  return std::make_unique<Clocked>("clocked", std::move(parts));
}

}  // namespace fiberloom
