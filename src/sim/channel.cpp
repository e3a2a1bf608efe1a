#include "sim/channel.h"

#include <utility>

namespace fiberloom {

Channel::Channel(std::string name, const ChannelTiming& timing, uint64_t host_cap, bool clocked)
    : depth_(timing.depth == 0 ? kUnbounded : timing.depth),
      latency_(timing.latency),
      return_latency_(timing.return_latency),
      cap_(std::max<uint64_t>(host_cap, 1)),
      peak_{.slots = std::min<uint64_t>(timing.depth, 1)},
      peak_limit_(timing.depth),
      name_(std::move(name)) {
  set_limit();
  // See measures_peak(): twice the depth would do, more makes the measuring rarer.
  constexpr uint64_t kShallow = 64;
  const uint64_t held = depth_ == kUnbounded ? limit_ : (depth_ <= kShallow ? 8 : 2) * depth_;
  const uint64_t slots = std::bit_ceil(std::max<uint64_t>(held, 2));
  // Left uninitialised on purpose: a deep FIFO costs memory only as far as it is used.
  ring_ = std::make_unique_for_overwrite<Token[]>(slots);
  pop_times_ = std::make_unique_for_overwrite<Cycle[]>(slots);
  mask_ = slots - 1;
  if (measures_peak()) {
    judged_until_ = peak_.next + slots - depth_;
  }
  if (clocked) {
    clocked_ = std::make_unique<Clocked>();
    clocked_->credits = depth_;
    hooked_ = true;
  }
}

Channel::Peak Channel::judged() const {
  const auto judge_by = [this](auto pushed) {
    Peak peak = peak_;
    for (;;) {
      const uint64_t end = std::min(tail_, head_ + peak.slots);
      while (peak.next < end && slot_time(peak.next, peak.slots) <= pushed(peak.next)) {
        ++peak.next;
      }
      if (peak.next >= end) {
        return peak;
      }
      ++peak.slots;
      peak.next = std::max(peak.next, peak.slots);  // so many tokens there must be
    }
  };
  return push_times_
             ? judge_by([this](uint64_t k) { return push_times_[k & mask_]; })
             : judge_by([this](uint64_t k) { return ring_[k & mask_].visible() - latency_; });
}

void Channel::judge() {
  if (tail_ > peak_.next + (mask_ + 1 - depth_)) {
    peak_ = judged();
  }
  // Push times are kept until the peak is known for good.
  judged_until_ = !measures_peak() ? kNever : push_times_ ? 0 : peak_.next + (mask_ + 1 - depth_);
}

void Channel::note_push(Cycle at) {
  if (measures_peak()) {
    if (push_times_ || ring_[(tail_ - 1) & mask_].visible() > at + latency_) {
      keep_push_time(tail_ - 1, at);
    }
    judge();
  }
}

void Channel::note_pushes(uint64_t begin) {
  for (uint64_t k = begin; push_times_ && k < tail_; ++k) {
    push_times_[k & mask_] = ring_[k & mask_].visible() - latency_;
  }
  judge();
}

void Channel::keep_push_time(uint64_t k, Cycle at) {
  if (!push_times_) {
    push_times_ = std::make_unique_for_overwrite<Cycle[]>(mask_ + 1);
    for (uint64_t j = std::min(head_, peak_.next); j < k; ++j) {
      push_times_[j & mask_] = ring_[j & mask_].visible() - latency_;
    }
  }
  push_times_[k & mask_] = at;
}

void Channel::set_limit() { limit_ = std::min(depth_, cap_); }

void Channel::double_cap() {
  cap_ *= 2;
  set_limit();
  if (limit_ <= mask_ + 1) {
    return;
  }
  const uint64_t slots = std::bit_ceil(limit_);
  auto larger = std::make_unique_for_overwrite<Token[]>(slots);
  for (uint64_t k = head_; k < tail_; ++k) {
    larger[k & (slots - 1)] = ring_[k & mask_];
  }
  ring_ = std::move(larger);
  pop_times_ = std::make_unique_for_overwrite<Cycle[]>(slots);  // an unbounded FIFO reads none
  mask_ = slots - 1;
}

void Channel::observe(ChannelObserver* observer) {
  observer_ = observer;
  hooked_ = true;
}

void Channel::preload(Token token, Cycle visible) {
  if (clocked_) {
    clocked_->arriving.push_back({visible, token});
    ++clocked_->pushes;
    return;
  }
  ring_[tail_++ & mask_] = {token.payload, token.stamp | visible};
}

void Channel::hook_push(Token token, Cycle at, Cycle not_before) {
  if (observer_ != nullptr) {
    observer_->pushed(token, at);
  }
  const Cycle visible = std::max(at + latency_, not_before);
  if (!clocked_) {
    ring_[tail_++ & mask_] = {token.payload, token.stamp | visible};
    return;
  }
  --clocked_->credits;
  ++clocked_->pushes;
  clocked_->arriving.push_back({visible, token});
  if (latency_ == 0) {
    tick(at);
  }
}

void Channel::hook_pop(Token token, Cycle at) {
  if (observer_ != nullptr) {
    observer_->popped(token.bare(), at);
  }
  if (clocked_) {
    clocked_->returning.push_back(at + return_latency_);
  }
}

bool Channel::tick(Cycle cycle) {
  Clocked& state = *clocked_;
  while (!state.returning.empty() && state.returning.front() <= cycle) {
    state.returning.pop_front();
    ++state.credits;
  }
  // Tokens arrive in order: one that a memory delays holds up those behind it.
  while (!state.arriving.empty() && state.arriving.front().at <= cycle) {
    if (size() > mask_) {
      double_cap();
    }
    ring_[tail_++ & mask_] = state.arriving.front().token;
    state.arriving.pop_front();
  }
  return !state.arriving.empty() || !state.returning.empty();
}

}  // namespace fiberloom
