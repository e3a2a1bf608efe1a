#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "sim/process.h"

namespace fiberloom {

/// An input port: the consumer's end of one channel.
class In {
 public:
  In(Process& process, std::string name) : process_(&process), name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  Process& process() const { return *process_; }
  Channel& channel() const { return *channel_; }
  bool connected() const { return channel_ != nullptr; }
  void connect(Channel& channel) {
    channel_ = &channel;
    channel.consumer = process_;
    process_->inputs.push_back(&channel);
  }

  bool has(uint64_t count = 1) const { return channel_->has(count); }
  uint64_t size() const { return channel_->size(); }
  Token peek(uint64_t ahead = 0) const { return channel_->peek(ahead); }
  Token pop(Cycle at) { return channel_->pop(at); }

 private:
  Process* process_;
  Channel* channel_ = nullptr;
  std::string name_;
};

/// An output port: a token put here goes into every branch of the fan-out in the same cycle.
class Out {
 public:
  Out(Process& process, std::string name) : process_(&process), name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  Process& process() const { return *process_; }
  const std::vector<Channel*>& branches() const { return branches_; }
  void connect(Channel& channel) {
    branches_.push_back(&channel);
    channel.producer = process_;
    process_->outputs.push_back(&channel);
  }

  bool room() const {
    return std::ranges::all_of(branches_, [](const Channel* c) { return c->room(); });
  }
  /// The first cycle from `from` on in which every branch has a slot.
  Cycle slot(Cycle from) const {
    for (const Channel* channel : branches_) {
      from = std::max(from, channel->slot());
    }
    return from;
  }
  void push(Token token, Cycle at, Cycle not_before = 0) {
    count(token, at);
    for (Channel* channel : branches_) {
      channel->push(token, at, not_before);
    }
    unconnected_pushes_ += branches_.empty() ? 1 : 0;
  }
  /// Puts a token in the cycle of the process' current firing.
  Out& operator<<(Token token) {
    push(token, process_->at);
    return *this;
  }

  /// Tokens put so far, by kind.
  std::array<uint64_t, kTokenKinds> counts() const {
    std::array<uint64_t, kTokenKinds> all = counts_;
    const uint64_t pushes = branches_.empty() ? unconnected_pushes_ : branches_[0]->pushes();
    all[0] = pushes - counts_[1] - counts_[2] - counts_[3];
    return all;
  }
  /// The cycle in which D was put; kNever before that.
  Cycle done_at() const { return done_at_; }

 private:
  template <bool>
  friend class OutLane;

  /// Data is the most frequent, and follows from the number of pushes.
  void count(Token token, Cycle at) {
    if (!token.is_data()) [[unlikely]] {
      ++counts_[token.stamp >> Token::kKindShift];
      if (token.is_done()) {
        done_at_ = at;
      }
    }
  }

  Process* process_;
  std::vector<Channel*> branches_;
  std::array<uint64_t, kTokenKinds> counts_{};
  uint64_t unconnected_pushes_ = 0;
  Token unconnected_slot_{};  ///< where a lane puts what nobody reads
  Cycle done_at_ = kNever;
  std::string name_;
};

}  // namespace fiberloom
