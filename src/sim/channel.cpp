#include "sim/channel.h"

#include <utility>

namespace fiberloom {

Channel::Channel(std::string name, const ChannelTiming& timing, uint64_t host_cap, bool clocked)
    : depth_(timing.depth == 0 ? kUnbounded : timing.depth),
      latency_(timing.latency),
      return_latency_(timing.return_latency),
      cap_(std::max<uint64_t>(host_cap, 1)),
      peak_limit_(timing.depth),
      name_(std::move(name)) {
  set_limit();
  const uint64_t held = depth_ == kUnbounded ? limit_ : 2 * depth_;
  const uint64_t slots = std::bit_ceil(std::max<uint64_t>(held, 2));
  // Left uninitialised on purpose: a deep FIFO costs memory only as far as it is used.
  ring_ = std::make_unique_for_overwrite<Token[]>(slots);
  pop_times_ = std::make_unique_for_overwrite<Cycle[]>(slots);
  mask_ = slots - 1;
  if (clocked) {
    clocked_ = std::make_unique<Clocked>();
    clocked_->credits = depth_;
    hooked_ = true;
  }
}

void Channel::keep_push_time(uint64_t k, Cycle at) {
  if (!push_times_) {
    push_times_ = std::make_unique_for_overwrite<Cycle[]>(mask_ + 1);
    for (uint64_t j = head_; j < k; ++j) {
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
