#pragma once

#include <coroutine>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "sim/channel.h"

namespace fiberloom {

class In;
class Out;
class Process;

/// Is shown what a suspended process waits for.
class NeedVisitor {
 public:
  virtual ~NeedVisitor() = default;
  /// `count` tokens on `in`; all of them are needed.
  virtual void tokens(const In& in, uint64_t count) = 0;
  /// A token on at least one of the inputs shown since the last call of this function.
  virtual void any_token(const In& in) = 0;
  /// A slot on every branch of `out`.
  virtual void slots(const Out& out) = 0;
};

/// What a suspended process waits for: how to try it again and how to show it.
struct PendingFunctions {
  bool (*attempt)(void* awaited);
  void (*enlist)(void* awaited, Process& process);  ///< asks the peers for a wake-up
  /// attempt, and enlist where that is in vain: one call of a pointer for what happens most often
  bool (*attempt_or_enlist)(void* awaited, Process& process);
  void (*describe)(const void* awaited, NeedVisitor& visitor);
};
struct Pending {
  void* awaited = nullptr;
  const PendingFunctions* functions = nullptr;

  bool attempt() const { return functions->attempt(awaited); }
  void enlist(Process& process) const { functions->enlist(awaited, process); }
  bool attempt_or_enlist(Process& process) const {
    return functions->attempt_or_enlist(awaited, process);
  }
  void describe(NeedVisitor& visitor) const {
    if (awaited != nullptr) {
      functions->describe(awaited, visitor);
    }
  }
};

/// The coroutine of a process; owns its frame.
class Task {
 public:
  struct promise_type {
    std::exception_ptr error;
    Task get_return_object() {
      return Task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };

  Task() = default;
  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) {
      handle_.destroy();
    }
  }

  void resume() { handle_.resume(); }
  bool done() const { return handle_.done(); }
  std::exception_ptr error() const { return handle_.promise().error; }

 private:
  std::coroutine_handle<promise_type> handle_;
};

/// The processes that the run-ahead engine can resume. The clocked engine has none: it polls.
struct RunQueue {
  std::vector<Process*> waiting;
  /// Channels whose consumer or producer could go on, but had better wait for more tokens or slots:
  /// they are woken when nothing else can run. The host's order changes no cycle.
  std::vector<Channel*> put_off;
  Cycle time = 0;  ///< SystemC's time, in cycles
};

/// Where the cycles of a process went. They add up to the cycles of the run.
struct CycleCount {
  Cycle busy = 0;
  Cycle stalled_in = 0;
  Cycle stalled_out = 0;
  Cycle idle = 0;
};

/// Is told where the cycles of a process go, in rising order; for timelines.
class ProcessObserver {
 public:
  virtual ~ProcessObserver() = default;
  /// From `now` until `tokens_at` it lacked tokens, until `at` slots, then it was busy until
  /// `next`.
  virtual void went(const Process& process, Cycle now, Cycle tokens_at, Cycle at, Cycle next) = 0;
};

/// How loops over many firings may reach a process' channels (see lane.h).
enum class LaneMode : uint8_t {
  ports,    ///< only through the ports: something observes them, or the clocked engine runs
  bounded,  ///< in lanes
  free,     ///< in lanes, and no FIFO is bounded
};

/// A sequential part of a block with a clock of its own.
class Process {
 public:
  explicit Process(std::string name) : name_(std::move(name)) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  const std::string& name() const { return name_; }
  void start(Task task) { task_ = std::move(task); }
  bool started() const { return started_; }
  bool finished() const { return finished_; }

  /// Goes on as far as it can. Faults of the block come out as they were thrown.
  void run();
  /// Tries to go on in the clocked engine: nothing is enlisted.
  void poll();

  /// The first cycle in which the next firing may happen. Grows.
  Cycle now = 0;
  /// The cycle of the current firing.
  Cycle at = 0;
  /// Nothing may happen in this cycle or later: the cycle limit, or the clocked engine's next
  /// cycle.
  Cycle horizon = kNever;
  Cycle interval = 1;  ///< initiation interval
  LaneMode lane_mode = LaneMode::ports;
  uint64_t firings = 0;
  Cycle extra_busy = 0;  ///< cycles of fiber start-up and the like
  Cycle stalled_in = 0;
  Cycle stalled_out = 0;
  ProcessObserver* observer = nullptr;
  double host_seconds = 0;  ///< where the engine measures it

  // --- waiting
  Pending pending;
  uint32_t missing = 0;          ///< needs not met yet
  uint32_t caps = 0;             ///< of them slots that only the host's cap keeps
  std::vector<Channel*> capped;  ///< their channels
  bool any = false;              ///< the first need met is enough
  Cycle due = kNever;            ///< SystemC time at which to go on by itself
  RunQueue* queue = nullptr;
  std::vector<Channel*> inputs;
  std::vector<Channel*> outputs;

  /// A token that was waited for is there.
  void token_arrived() {
    if (any) {
      wake();
    } else if (missing > 0 && --missing == caps) {
      wake();  // also where only caps are left: it then goes on when its time comes
    }
  }
  /// A slot that was waited for is free; `by_cap`: only the host's cap had kept it.
  void slot_returned(bool by_cap) {
    if (missing == 0) {
      return;
    }
    --missing;
    if (by_cap && caps > 0) {
      --caps;
    }
    if (missing == (by_cap ? 0 : caps)) {
      wake();
    }
  }
  void need_tokens(Channel& channel, uint64_t count) {
    if (!channel.has(count)) {
      channel.wanted = count;
      ++missing;
    }
  }
  void need_slot(Channel& channel) {
    if (!channel.room()) {
      channel.full = true;
      ++missing;
      if (channel.capped()) {
        capped.push_back(&channel);
        ++caps;
      }
    }
  }

  /// Called by the awaitables when they are awaited in vain.
  template <class Awaited>
  void suspend(Awaited* awaited) {
    static constexpr PendingFunctions kFunctions = {
        [](void* self) { return static_cast<Awaited*>(self)->attempt(); },
        [](void* self, Process& process) { static_cast<Awaited*>(self)->enlist(process); },
        [](void* self, Process& process) {
          auto* awaited_self = static_cast<Awaited*>(self);
          if (awaited_self->attempt()) {
            return true;
          }
          awaited_self->enlist(process);
          return false;
        },
        [](const void* self, NeedVisitor& visitor) {
          static_cast<const Awaited*>(self)->describe(visitor);
        }};
    pending = {awaited, &kFunctions};
  }

 private:
  void go_on();
  void put_off(Channel& channel);
  void wake() {
    missing = 0;
    any = false;
    queue->waiting.push_back(this);
  }

  Task task_;
  std::string name_;
  bool started_ = false;
  bool finished_ = false;
};

}  // namespace fiberloom
