#include "sim/settle.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/port.h"

namespace fiberloom {
namespace {

/// When the tokens and slots that a process waits for are there; kNever where one is missing.
class Arrival final : public NeedVisitor {
 public:
  void tokens(const In& in, uint64_t count) override {
    tokens_at = std::max(tokens_at, in.has(count) ? in.peek(count - 1).visible() : kNever);
  }
  void any_token(const In& in) override {
    alternatives = true;
    first = std::min(first, in.has() ? in.peek().visible() : kNever);
  }
  void slots(const Out& out) override {
    slots_at = std::max(slots_at, out.room() ? out.slot(0) : kNever);
  }
  Cycle all_tokens() const { return alternatives ? std::max(tokens_at, first) : tokens_at; }
  Cycle all() const { return std::max(all_tokens(), slots_at); }

 private:
  Cycle tokens_at = 0;
  Cycle slots_at = 0;
  Cycle first = kNever;
  bool alternatives = false;
};

class Describe final : public NeedVisitor {
 public:
  void tokens(const In& in, uint64_t count) override {
    if (!in.has(count)) {
      texts.push_back(fmt::format("a token on {} ({})", in.name(), in.channel().name()));
    }
  }
  void any_token(const In& in) override { tokens(in, 1); }
  void slots(const Out& out) override {
    for (const Channel* channel : out.branches()) {
      if (!channel->room() && !channel->capped()) {
        texts.push_back(fmt::format("a slot for {} ({}, {} of {} slots hold tokens)", out.name(),
                                    channel->name(), channel->pushes() - channel->pops(),
                                    channel->depth()));
      }
    }
  }
  std::vector<std::string> texts;
};

}  // namespace

CycleCount settle(const Process& process, Cycle end) {
  CycleCount count{.busy = process.firings * process.interval + process.extra_busy,
                   .stalled_in = process.stalled_in,
                   .stalled_out = process.stalled_out,
                   .idle = 0};
  if (process.now > end) {
    // What outlasts the run: the interval of the last firing, and then waiting for a token that is
    // on its way but not seen before the end. A process with delays has no such waiting.
    const Cycle beyond = process.now - end;
    const Cycle busy_until = process.extra_busy > 0 ? process.now : process.at + process.interval;
    const Cycle busy = std::min(beyond, busy_until > end ? busy_until - end : 0);
    count.busy -= std::min(count.busy, busy);
    count.stalled_in -= std::min(count.stalled_in, beyond - busy);
    return count;
  }
  if (process.finished()) {
    count.idle = end - process.now;
    return count;
  }
  Arrival arrival;
  process.pending.describe(arrival);
  const Cycle tokens_at = std::clamp(arrival.all_tokens(), process.now, end);
  count.stalled_in += tokens_at - process.now;
  count.stalled_out += end - tokens_at;
  return count;
}

bool stopped_by_horizon(const Process& process) {
  Arrival arrival;
  process.pending.describe(arrival);
  return arrival.all() != kNever && std::max(arrival.all(), process.now) >= process.horizon;
}

std::string describe_wait(const Process& process) {
  Describe visitor;
  process.pending.describe(visitor);
  return fmt::format("waits for {}", fmt::join(visitor.texts, " and "));
}

}  // namespace fiberloom
