#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/port.h"

namespace fiberloom {

// Local copies of a channel's state for loops over many firings. The peer does not run meanwhile,
// and the compiler may keep a copy in registers where it must assume that a store to the ring
// changes the channel itself. A lane shows the same functions as a port, and is put back by commit().

/// The consumer's end of a channel.
class InLane {
 public:
  InLane() = default;
  explicit InLane(In& in)
      : channel_(&in.channel()),
        ring_(channel_->ring_.get()),
        mask_(channel_->mask_),
        head_(channel_->head_),
        tail_(channel_->tail_),
        peak_(channel_->peak_),
        peak_limit_(channel_->peak_limit_) {}

  static bool fits(const In& in) { return !in.channel().hooked_; }
  bool has(uint64_t count = 1) const { return tail_ - head_ >= count; }
  uint64_t size() const { return tail_ - head_; }
  Token peek(uint64_t ahead = 0) const { return ring_[(head_ + ahead) & mask_]; }
  Token pop(Cycle at) {
    Token& slot = ring_[head_++ & mask_];
    const Token token = slot;
    slot.stamp = at;
    if (peak_ < peak_limit_) {
      peak_ = channel_->peak_after_pop(ring_, mask_, head_ - 1, tail_, peak_);
    }
    return token;
  }
  void commit() {
    channel_->head_ = head_;
    channel_->peak_ = peak_;
  }

 private:
  Channel* channel_;
  Token* ring_;
  uint64_t mask_;
  uint64_t head_;
  uint64_t tail_;
  uint64_t peak_;
  uint64_t peak_limit_;
};

/// The producer's end of all branches of an output.
class OutLane {
 public:
  OutLane() = default;
  explicit OutLane(Out& out) : out_(&out), branches_(out.branches().size()) {
    for (size_t b = 0; b < branches_; ++b) {
      Channel& c = *out.branches()[b];
      lanes_[b] = {&c,       c.ring_.get(), c.mask_,           c.tail_, c.head_ + c.limit_,
                   c.depth_, c.latency_,    c.return_latency_, c.peak_, c.peak_limit_};
    }
  }

  static constexpr size_t kMostBranches = 4;
  static bool fits(const Out& out) {
    return out.branches().size() <= kMostBranches &&
           std::ranges::none_of(out.branches(), [](const Channel* c) { return c->hooked_; });
  }
  bool room() const {
    for (size_t b = 0; b < branches_; ++b) {
      if (lanes_[b].tail >= lanes_[b].limit) {
        return false;
      }
    }
    return true;
  }
  Cycle slot(Cycle from) const {
    for (size_t b = 0; b < branches_; ++b) {
      const Branch& lane = lanes_[b];
      if (lane.tail >= lane.depth) {
        from = std::max(from, lane.ring[(lane.tail - lane.depth) & lane.mask].stamp +
                                  lane.return_latency);
      }
    }
    return from;
  }
  void push(Token token, Cycle at) {
    ++counts_[token.stamp >> Token::kKindShift];
    for (size_t b = 0; b < branches_; ++b) {
      Branch& lane = lanes_[b];
      lane.ring[lane.tail++ & lane.mask] = {token.payload, token.stamp | (at + lane.latency)};
      if (lane.peak < lane.peak_limit) {
        lane.peak = lane.channel->peak_after_push(lane.ring, lane.mask, lane.channel->head_,
                                                  lane.tail - 1, at, lane.peak);
      }
    }
    if (token.is_done()) [[unlikely]] {
      done_at_ = at;
    }
  }
  void commit() {
    for (size_t b = 0; b < branches_; ++b) {
      lanes_[b].channel->tail_ = lanes_[b].tail;
      lanes_[b].channel->peak_ = lanes_[b].peak;
    }
    for (size_t k = 0; k < kTokenKinds; ++k) {
      out_->counts_[k] += counts_[k];
    }
    if (done_at_ != kNever) {
      out_->done_at_ = done_at_;
    }
  }

 private:
  struct Branch {
    Channel* channel;
    Token* ring;
    uint64_t mask;
    uint64_t tail;
    uint64_t limit;
    uint64_t depth;
    Cycle latency;
    Cycle return_latency;
    uint64_t peak;
    uint64_t peak_limit;
  };

  Out* out_;
  size_t branches_;
  std::array<Branch, kMostBranches> lanes_;
  std::array<uint64_t, kTokenKinds> counts_{};
  Cycle done_at_ = kNever;
};

/// A process' account for such a loop.
class Account {
 public:
  explicit Account(Process& process)
      : process_(&process),
        now(process.now),
        horizon(process.horizon),
        interval_(process.interval) {}

  /// Enters a firing whose tokens were visible at `tokens_at` and that happens at `at`.
  void fire(Cycle tokens_at, Cycle at) {
    stalled_in += tokens_at - now;
    stalled_out_ += at - tokens_at;
    at_ = at;
    now = at + interval_;
    ++firings_;
  }
  /// Enters that something was looked at which became visible at `seen`.
  void look(Cycle seen) {
    stalled_in += seen - now;
    now = seen;
  }
  void commit() {
    process_->now = now;
    if (firings_ > 0) {
      process_->at = at_;
    }
    process_->firings += firings_;
    process_->stalled_in += stalled_in;
    process_->stalled_out += stalled_out_;
  }

 private:
  Process* process_;

 public:
  Cycle now;
  const Cycle horizon;

 private:
  const Cycle interval_;
  Cycle at_ = 0;
  uint64_t firings_ = 0;
  Cycle stalled_in = 0;
  Cycle stalled_out_ = 0;
};

}  // namespace fiberloom
