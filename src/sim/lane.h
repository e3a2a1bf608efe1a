#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/port.h"

namespace fiberloom {

// Local copies of what changes in a channel, for loops over many firings: the peer does not run
// meanwhile, and what the loop needs stays in registers. A lane has the same functions as a port,
// and is put back by commit(). With kBounded false nothing is done that only a finite depth needs.

/// The consumer's end of a channel.
template <bool kBounded>
class InLane {
 public:
  explicit InLane(In& in)
      : channel_(&in.channel()),
        ring_(channel_->ring_.get()),
        pop_times_(channel_->pop_times_.get()),
        mask_(channel_->mask_),
        head_(channel_->head_),
        tail_(channel_->tail_) {}

  [[gnu::always_inline]] bool has(uint64_t count = 1) const { return tail_ - head_ >= count; }
  uint64_t size() const { return tail_ - head_; }
  [[gnu::always_inline]] Token peek(uint64_t ahead = 0) const {
    return ring_[(head_ + ahead) & mask_];
  }
  [[gnu::always_inline]] Token pop(Cycle at) {
    const uint64_t slot = head_++ & mask_;
    if constexpr (kBounded) {
      pop_times_[slot] = at;
    }
    return ring_[slot];
  }
  void commit() {
    if (kBounded && channel_->measures_peak()) {
      channel_->measure_pops(channel_->head_, head_, tail_);
    }
    channel_->head_ = head_;
  }

 private:
  Channel* channel_;
  Token* ring_;
  Cycle* pop_times_;
  uint64_t mask_;
  uint64_t head_;
  uint64_t tail_;
};

/// The producer's end of all branches of an output, kMostLaneBranches at most. Most have one, which
/// costs no loop.
template <bool kBounded>
class OutLane {
 public:
  explicit OutLane(Out& out)
      : out_(&out),
        count_(out.branches_.size()),
        first_(count_ > 0 ? Branch(*out.branches_[0]) : Branch{}) {
    for (size_t b = 1; b < count_; ++b) {
      more_[b - 1] = Branch(*out.branches_[b]);
    }
  }

  bool room() const { return space() > 0; }
  /// Tokens that fit now.
  uint64_t space() const {
    uint64_t least = count_ > 0 ? first_.space() : kNever;
    for (size_t b = 1; b < count_; ++b) {
      least = std::min(least, more_[b - 1].space());
    }
    return least;
  }
  [[gnu::always_inline]] Cycle slot(Cycle from) const {
    if (kBounded && count_ > 0) {
      from = first_.slot(from);
      for (size_t b = 1; b < count_; ++b) {
        from = more_[b - 1].slot(from);
      }
    }
    return from;
  }
  [[gnu::always_inline]] void push(Token token, Cycle at) {
    if (!token.is_data() || count_ == 0) {
      out_->count(token, at);
    }
    if (count_ > 0) {
      first_.push(token, at);
      for (size_t b = 1; b < count_; ++b) {
        more_[b - 1].push(token, at);
      }
    }
  }
  /// Puts `count` data tokens, for which there is space, `interval` cycles apart. Only where no
  /// FIFO is bounded.
  void push_run(const uint64_t* payloads, uint64_t count, Cycle at,
                Cycle interval) requires(!kBounded) {
    out_->count_data(count);
    if (count_ > 0) {
      first_.push_run(payloads, count, at, interval);
      for (size_t b = 1; b < count_; ++b) {
        more_[b - 1].push_run(payloads, count, at, interval);
      }
    }
  }
  void commit() {
    if (count_ > 0) {
      first_.commit();
      for (size_t b = 1; b < count_; ++b) {
        more_[b - 1].commit();
      }
    }
  }

 private:
  struct Branch {
    Branch() = default;
    explicit Branch(Channel& c)
        : channel(&c),
          ring(c.ring_.get()),
          pop_times(c.pop_times_.get()),
          mask(c.mask_),
          tail(c.tail_),
          limit(c.head_ + c.limit_),
          latency(c.latency_) {}

    uint64_t space() const { return limit - std::min(limit, tail); }
    [[gnu::always_inline]] Cycle slot(Cycle from) const {
      if (tail < channel->depth_) {
        return from;
      }
      return std::max(from, pop_times[(tail - channel->depth_) & mask] + channel->return_latency_);
    }
    [[gnu::always_inline]] void push(Token token, Cycle at) {
      ring[tail++ & mask] = {token.payload, token.stamp | (at + latency)};
    }
    void commit() {
      if (kBounded && channel->measures_peak()) {
        channel->note_pushes(channel->tail_, tail);
      }
      channel->tail_ = tail;
    }
    void push_run(const uint64_t* payloads, uint64_t count, Cycle at, Cycle interval) {
      Cycle visible = at + latency;
      for (uint64_t k = 0; k < count; ++k, visible += interval) {
        ring[(tail + k) & mask] = {payloads[k], visible};
      }
      tail += count;
    }

    Channel* channel;
    Token* ring;
    const Cycle* pop_times;
    uint64_t mask;
    uint64_t tail;
    uint64_t limit;
    Cycle latency;
  };

  Out* out_;
  size_t count_;
  Branch first_;
  std::array<Branch, kMostLaneBranches - 1> more_;
};

/// A process' accounts for such a loop. With kObserved the process' observer is told.
template <bool kObserved>
class Account {
 public:
  explicit Account(Process& process)
      : process_(&process),
        now(process.now),
        horizon(process.horizon),
        interval_(process.interval) {}

  /// Enters a firing whose tokens were visible at `tokens_at` and that happens at `at`.
  void fire(Cycle tokens_at, Cycle at) {
    if constexpr (kObserved) {
      tell(tokens_at, at, at + interval_);
    }
    stalled_in_ += tokens_at - now;
    stalled_out_ += at - tokens_at;
    at_ = at;
    now = at + interval_;
    ++firings_;
  }
  /// How many firings in a row fit in before the horizon, `count` at most.
  uint64_t firings_before_horizon(uint64_t count) const {
    return now >= horizon ? 0 : std::min(count, (horizon - now - 1) / interval_ + 1);
  }
  /// Enters `count` firings in a row that nothing holds up.
  void fire_run(uint64_t count) {
    at_ = now + (count - 1) * interval_;
    now += count * interval_;
    firings_ += count;
  }
  Cycle interval() const { return interval_; }
  /// Enters that something was looked at which became visible at `seen`.
  void look(Cycle seen) {
    if constexpr (kObserved) {
      tell(seen, seen, seen);
    }
    stalled_in_ += seen - now;
    now = seen;
  }
  /// Enters an operand that is taken at `at` without a firing.
  void take(Cycle at) {
    look(at);
    at_ = at;
  }
  /// Enters cycles in which the process is busy without firing.
  void work(Cycle cycles) {
    if constexpr (kObserved) {
      tell(now, now, now + cycles);
    }
    process_->extra_busy += cycles;
    now += cycles;
  }
  void commit() {
    process_->now = now;
    process_->at = std::max(process_->at, at_);
    process_->firings += firings_;
    process_->stalled_in += stalled_in_;
    process_->stalled_out += stalled_out_;
  }

 private:
  void tell(Cycle tokens_at, Cycle at, Cycle next) {
    if (process_->observer != nullptr) {
      process_->observer->went(*process_, now, tokens_at, at, next);
    }
  }

  Process* process_;

 public:
  Cycle now;
  const Cycle horizon;

 private:
  const Cycle interval_;
  Cycle at_ = 0;
  uint64_t firings_ = 0;
  Cycle stalled_in_ = 0;
  Cycle stalled_out_ = 0;
};

/// Calls `body(account, inputs..., outputs...)` with the ports as the process' lane mode wants
/// them, and puts everything back afterwards.
template <class Body, class... I, class... O>
[[gnu::always_inline]] inline auto with_lanes(Process& process, const std::tuple<I&...>& in,
                                              const std::tuple<O&...>& out, Body&& body) {
  const auto in_lanes = [&]<bool kBounded>(std::bool_constant<kBounded>)
      __attribute__((always_inline)) {
    Account<false> account(process);
    return [&]<size_t... X, size_t... Y>(std::index_sequence<X...>, std::index_sequence<Y...>)
        __attribute__((always_inline)) {
      std::array<InLane<kBounded>, sizeof...(X)> inputs{InLane<kBounded>(std::get<X>(in))...};
      std::array<OutLane<kBounded>, sizeof...(Y)> outputs{OutLane<kBounded>(std::get<Y>(out))...};
      const auto result = body(account, inputs[X]..., outputs[Y]...);
      (inputs[X].commit(), ...);
      (outputs[Y].commit(), ...);
      account.commit();
      return result;
    }
    (std::index_sequence_for<I...>{}, std::index_sequence_for<O...>{});
  };
  switch (process.lane_mode) {
    case LaneMode::free:
      return in_lanes(std::false_type{});
    case LaneMode::bounded:
      return in_lanes(std::true_type{});
    case LaneMode::ports:
      break;
  }
  Account<true> account(process);
  const auto result = std::apply(
      [&](auto&... inputs) {
        return std::apply([&](auto&... outputs) { return body(account, inputs..., outputs...); },
                          out);
      },
      in);
  account.commit();
  return result;
}

}  // namespace fiberloom
