#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/port.h"

namespace fiberloom {

// Local copies of what changes in a channel, for loops over many firings: the peer does not run
// meanwhile, and the compiler need not assume that a store to the ring changes the channel itself.
// A lane has the same functions as a port, and is put back by commit().

/// The consumer's end of a channel.
class InLane {
 public:
  explicit InLane(In& in)
      : channel_(&in.channel()),
        ring_(channel_->ring_.get()),
        mask_(channel_->mask_),
        head_(channel_->head_),
        tail_(channel_->tail_) {}

  static bool fits(const In& in) { return !in.channel().hooked_; }
  bool has(uint64_t count = 1) const { return tail_ - head_ >= count; }
  uint64_t size() const { return tail_ - head_; }
  Token peek(uint64_t ahead = 0) const { return ring_[(head_ + ahead) & mask_]; }
  Token pop(Cycle at) {
    Token& slot = ring_[head_++ & mask_];
    const Token token = slot;
    slot.stamp = at;
    if (channel_->measures_peak()) {
      channel_->measure_pop(ring_, mask_, head_ - 1, tail_);
    }
    return token;
  }
  void commit() { channel_->head_ = head_; }

 private:
  Channel* channel_;
  Token* ring_;
  uint64_t mask_;
  uint64_t head_;
  uint64_t tail_;
};

/// The producer's end of an output: the first branch in a lane, any others through their channels.
class OutLane {
 public:
  explicit OutLane(Out& out)
      : out_(&out), more_(out.branches_.size() > 1), channel_(out.branches_.empty() ? nullptr : out.branches_[0]) {
    if (channel_ != nullptr) {
      ring_ = channel_->ring_.get();
      mask_ = channel_->mask_;
      tail_ = channel_->tail_;
      limit_ = channel_->head_ + channel_->limit_;
    }
  }

  static bool fits(const Out& out) {
    return out.branches().empty() || !out.branches()[0]->hooked_;
  }
  bool room() const { return (channel_ == nullptr || tail_ < limit_) && (!more_ || others_room()); }
  Cycle slot(Cycle from) const {
    if (channel_ != nullptr && tail_ >= channel_->depth_) {
      from = std::max(from, ring_[(tail_ - channel_->depth_) & mask_].stamp +
                                channel_->return_latency_);
    }
    return more_ ? others_slot(from) : from;
  }
  void push(Token token, Cycle at) {
    out_->count(token, at);
    if (channel_ == nullptr) {
      return;
    }
    ring_[tail_++ & mask_] = {token.payload, token.stamp | (at + channel_->latency_)};
    if (channel_->measures_peak()) {
      channel_->measure_push(ring_, mask_, channel_->head_, tail_ - 1, at);
    }
    if (more_) {
      for (size_t b = 1; b < out_->branches_.size(); ++b) {
        out_->branches_[b]->push(token, at);
      }
    }
  }
  void commit() {
    if (channel_ != nullptr) {
      channel_->tail_ = tail_;
    }
  }

 private:
  bool others_room() const {
    return std::all_of(out_->branches_.begin() + 1, out_->branches_.end(),
                       [](const Channel* c) { return c->room(); });
  }
  Cycle others_slot(Cycle from) const {
    for (size_t b = 1; b < out_->branches_.size(); ++b) {
      from = std::max(from, out_->branches_[b]->slot());
    }
    return from;
  }

  Out* out_;
  bool more_;
  Channel* channel_;  ///< null: nothing is connected
  Token* ring_ = nullptr;
  uint64_t mask_ = 0;
  uint64_t tail_ = 0;
  uint64_t limit_ = 0;
};

/// A process' account for such a loop.
class Account {
 public:
  explicit Account(Process& process)
      : process_(&process),
        now(process.now),
        horizon(process.horizon),
        interval_(process.interval),
        observer_(process.observer) {}

  /// Enters a firing whose tokens were visible at `tokens_at` and that happens at `at`.
  void fire(Cycle tokens_at, Cycle at) {
    if (observer_ != nullptr) [[unlikely]] {
      observer_->went(*process_, now, tokens_at, at, at + interval_);
    }
    stalled_in_ += tokens_at - now;
    stalled_out_ += at - tokens_at;
    at_ = at;
    now = at + interval_;
    ++firings_;
  }
  /// Enters that something was looked at which became visible at `seen`.
  void look(Cycle seen) {
    if (observer_ != nullptr) [[unlikely]] {
      observer_->went(*process_, now, seen, seen, seen);
    }
    stalled_in_ += seen - now;
    now = seen;
  }
  void commit() {
    process_->now = now;
    if (firings_ > 0) {
      process_->at = at_;
    }
    process_->firings += firings_;
    process_->stalled_in += stalled_in_;
    process_->stalled_out += stalled_out_;
  }

 private:
  Process* process_;

 public:
  Cycle now;
  const Cycle horizon;

 private:
  const Cycle interval_;
  ProcessObserver* const observer_;
  Cycle at_ = 0;
  uint64_t firings_ = 0;
  Cycle stalled_in_ = 0;
  Cycle stalled_out_ = 0;
};

}  // namespace fiberloom
