#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "sim/firing.h"

namespace fiberloom {

/// Waits for the first cycle in which a token is visible on at least one of the inputs, and tells
/// on which ones it is then: bit k for input k, 64 at most. For blocks whose choice depends on what
/// has arrived by now (arbiters, shared ports); their inputs must have a latency of 1 or more.
///
/// In the run-ahead engine the answer is known when SystemC's time has reached that cycle: every
/// other process has then run past it, so what is visible is final.
struct Select : Awaitable<Select> {
  Process* process;
  std::span<In* const> in;
  uint64_t visible = 0;

  Select(Process& p, std::span<In* const> ports) : process(&p), in(ports) {}

  bool attempt() {
    const Cycle first = first_cycle();
    const bool decided = process->queue == nullptr || process->queue->time >= first;
    if (first >= process->horizon || !decided) {
      return false;
    }
    look(*process, first);
    visible = 0;
    for (size_t k = 0; k < in.size(); ++k) {
      if (in[k]->has() && in[k]->peek().visible() <= first) {
        visible |= uint64_t{1} << k;
      }
    }
    return true;
  }
  void enlist(Process& p) const {
    for (const In* port : in) {
      p.need_tokens(port->channel(), 1);
    }
    p.any = p.missing > 0;
    const Cycle first = first_cycle();
    p.due = first < p.horizon ? first : kNever;
  }
  void describe(NeedVisitor& visitor) const {
    for (const In* port : in) {
      visitor.any_token(*port);
    }
  }
  uint64_t await_resume() const { return visible; }

 private:
  /// The earliest cycle at which a token that is known is visible; kNever without one.
  Cycle first_cycle() const {
    Cycle first = kNever;
    for (const In* port : in) {
      if (port->has()) {
        first = std::min(first, port->peek().visible());
      }
    }
    return first == kNever ? kNever : std::max(first, process->now);
  }
};

inline Select select(Process& process, std::span<In* const> in) { return {process, in}; }

}  // namespace fiberloom
