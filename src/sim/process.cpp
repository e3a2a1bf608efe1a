#include "sim/process.h"

namespace fiberloom {

void Process::go_on() {
  started_ = true;
  pending = {};
  task_.resume();
  if (task_.done()) {
    finished_ = true;
    if (task_.error()) {
      std::rethrow_exception(task_.error());
    }
  }
}

void Process::poll() {
  if (pending.awaited == nullptr || pending.attempt()) {
    go_on();
  }
}

void Process::run() {
  // A waiting flag that another awaitable left behind must not wake this one: all are set anew.
  due = kNever;
  missing = 0;
  any = false;
  caps = 0;
  if (!capped.empty()) {
    capped.clear();
  }
  if (pending.awaited == nullptr || pending.attempt_or_enlist(*this)) {
    go_on();
    if (!finished_) {
      pending.enlist(*this);
    }
  }
  if (missing > 0 && missing == caps) {
    due = now;  // not blocked in simulated time: goes on by itself when nothing else can
  }
  for (Channel* channel : outputs) {
    if (channel->wanted != 0 && channel->has(channel->wanted)) {
      channel->half_full() ? channel->wake_consumer() : put_off(*channel);
    }
  }
  for (Channel* channel : inputs) {
    if (channel->full && channel->room()) {
      channel->half_empty() ? channel->wake_producer() : put_off(*channel);
    }
  }
}

void Process::put_off(Channel& channel) {
  if (!channel.put_off) {
    channel.put_off = true;
    queue->put_off.push_back(&channel);
  }
}

void Channel::wake_consumer() {
  wanted = 0;
  consumer->token_arrived();
}

void Channel::wake_producer() {
  full = false;
  producer->slot_returned(host_capped());
}

}  // namespace fiberloom
