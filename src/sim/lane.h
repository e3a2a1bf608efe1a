#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

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
  void commit() { channel_->head_ = head_; }

 private:
  Channel* channel_;
  Token* ring_;
  Cycle* pop_times_;
  uint64_t mask_;
  uint64_t head_;
  uint64_t tail_;
};

/// The producer's end of an output. Only the first branch has its state here: most outputs have
/// one, and state of branches that are not there would push the loop's own out of the registers.
template <bool kBounded>
class OutLane {
 public:
  [[gnu::always_inline]] explicit OutLane(Out& out)
      : out_(&out), forked_(out.branches_.size() > 1), first_(first_branch(out)) {
    if (forked_) [[unlikely]] {
      first_.limit = std::min(first_.limit, first_.tail + others_space(out));
    }
  }

  [[gnu::always_inline]] bool room() const { return first_.tail < first_.limit; }
  /// Tokens that fit now.
  uint64_t space() const { return first_.limit - std::min(first_.limit, first_.tail); }
  [[gnu::always_inline]] Cycle slot(Cycle from) const {
    if constexpr (kBounded) {
      if (first_.tail >= first_.depth) {
        from = std::max(from, first_.pop_times[(first_.tail - first_.depth) & first_.mask] +
                                  first_.return_latency);
      }
      if (forked_) [[unlikely]] {
        from = others_slot(*out_, from, first_.tail - first_.channel->tail_);
      }
    }
    return from;
  }
  [[gnu::always_inline]] void push(Token token, Cycle at) {
    out_->count(token, at);
    first_.ring[first_.tail++ & first_.mask] = {token.payload, token.stamp | (at + first_.latency)};
  }
  /// Puts `count` data tokens, for which there is space, `interval` cycles apart. Only where no
  /// FIFO is bounded.
  void push_run(const uint64_t* payloads, uint64_t count, Cycle at,
                Cycle interval) requires(!kBounded) {
    Cycle visible = at + first_.latency;
    for (uint64_t k = 0; k < count; ++k, visible += interval) {
      first_.ring[(first_.tail + k) & first_.mask] = {payloads[k], visible};
    }
    first_.tail += count;
  }
  [[gnu::always_inline]] void commit() {
    if (first_.channel == nullptr) {
      out_->unconnected_pushes_ = first_.tail;
      return;
    }
    const uint64_t begin = std::exchange(first_.channel->tail_, first_.tail);
    if (forked_) [[unlikely]] {
      push_others(*out_, begin);
    }
    if (kBounded && first_.tail > first_.channel->judged_until_) [[unlikely]] {
      first_.channel->note_pushes(begin);
    }
  }

 private:
  struct Branch {
    Channel* channel;  ///< none where nobody reads
    Token* ring;
    const Cycle* pop_times;
    uint64_t mask;
    uint64_t tail;
    uint64_t limit;  ///< the tail at which this branch, or another one, is full
    uint64_t depth;
    Cycle latency;
    Cycle return_latency;
  };
  static Branch first_branch(Out& out) {
    if (out.branches_.empty()) {
      return {
          nullptr, &out.unconnected_slot_, nullptr, 0, out.unconnected_pushes_, kNever, kNever, 0,
          0};
    }
    Channel& c = *out.branches_[0];
    return {&c,       c.ring_.get(), c.pop_times_.get(), c.mask_, c.tail_, c.head_ + c.limit_,
            c.depth_, c.latency_,    c.return_latency_};
  }

  // On the channels themselves, and out of line, for the same reason.
  [[gnu::noinline]] static uint64_t others_space(const Out& out) {
    uint64_t least = kNever;
    for (size_t b = 1; b < out.branches_.size(); ++b) {
      least = std::min(least, out.branches_[b]->space());
    }
    return least;
  }
  [[gnu::noinline]] static Cycle others_slot(const Out& out, Cycle from, uint64_t ahead) {
    for (size_t b = 1; b < out.branches_.size(); ++b) {
      from = std::max(from, out.branches_[b]->slot(ahead));
    }
    return from;
  }
  /// Puts what the first branch got from its token `begin` on.
  [[gnu::noinline]] static void push_others(const Out& out, uint64_t begin) {
    const Channel& first = *out.branches_[0];
    for (size_t b = 1; b < out.branches_.size(); ++b) {
      for (uint64_t k = begin; k < first.tail_; ++k) {
        const Token token = first.ring_[k & first.mask_];
        out.branches_[b]->push(token.bare(), token.visible() - first.latency_);
      }
    }
  }

  Out* out_;
  bool forked_;
  Branch first_;
};

/// A process' accounts for such a loop. With kObserved the process' observer is told.
template <bool kObserved>
class Account {
 public:
  explicit Account(Process& process)
      : process_(&process),
        start_(process.now),
        now(process.now),
        horizon(process.horizon),
        interval_(process.interval) {}

  /// Enters a firing whose tokens were visible at `tokens_at` and that happens at `at`.
  void fire(Cycle tokens_at, Cycle at) {
    if constexpr (kObserved) {
      tell(tokens_at, at, at + interval_);
    }
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
    start_ += cycles;
    now += cycles;
  }
  [[gnu::always_inline]] void commit() {
    process_->now = now;
    process_->at = std::max(process_->at, at_);
    process_->firings += firings_;
    // What is left of the time: counted here, not at every firing.
    process_->stalled_in += now - start_ - firings_ * interval_ - stalled_out_;
    process_->stalled_out += stalled_out_;
  }

 private:
  void tell(Cycle tokens_at, Cycle at, Cycle next) {
    if (process_->observer != nullptr) {
      process_->observer->went(*process_, now, tokens_at, at, next);
    }
  }

  Process* process_;
  Cycle start_;  ///< from here on all time is accounted for by firings and stalls

 public:
  Cycle now;
  const Cycle horizon;

 private:
  const Cycle interval_;
  Cycle at_ = 0;
  uint64_t firings_ = 0;
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
