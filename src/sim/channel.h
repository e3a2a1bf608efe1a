#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "sim/token.h"

namespace fiberloom {

class Process;

/// Is told of every push and pop of a channel; for traces, tests and occupancy.
class ChannelObserver {
 public:
  virtual ~ChannelObserver() = default;
  virtual void pushed(Token token, Cycle at) = 0;
  virtual void popped(Token token, Cycle at) = 0;
};

/// How a channel behaves in simulated time.
struct ChannelTiming {
  uint64_t depth = 0;        ///< slots; 0 is unbounded
  Cycle latency = 1;         ///< cycles from a push until the consumer sees the token
  Cycle return_latency = 1;  ///< cycles from a pop until the producer can use the slot again
};

/// One branch of a connection: a FIFO between two processes, in simulated time.
///
/// Run-ahead engine: tokens carry the cycle S_k from which they are visible; beside them stands the
/// cycle C_k of each pop, which bounds push k + depth from below (the recurrence of design
/// section 3). The ring is the host's: `limit` tokens, which for unbounded FIFOs is only a cap.
///
/// Clocked engine: the same interface over arrival registers and credits, moved by tick(); no
/// time stamp is ever compared.
class Channel {
 public:
  Channel(std::string name, const ChannelTiming& timing, uint64_t host_cap, bool clocked);

  const std::string& name() const { return name_; }
  /// Slots in simulated time; 0 is unbounded.
  uint64_t depth() const { return depth_ == kUnbounded ? 0 : depth_; }
  uint64_t pushes() const { return clocked_ ? clocked_->pushes : tail_; }
  uint64_t pops() const { return head_; }

  // --- consumer
  uint64_t size() const { return tail_ - head_; }
  bool has(uint64_t count = 1) const { return size() >= count; }
  Token peek(uint64_t ahead = 0) const { return ring_[(head_ + ahead) & mask_]; }
  Token pop(Cycle at) {
    const uint64_t slot = head_++ & mask_;
    const Token token = ring_[slot];
    pop_times_[slot] = at;
    if (hooked_) [[unlikely]] {
      hook_pop(token, at);
    }
    return token;
  }

  // --- producer
  bool room() const { return clocked_ ? clocked_->credits > 0 : size() < limit_; }
  /// Tokens that fit now.
  uint64_t space() const { return limit_ - std::min(limit_, size()); }
  /// The first cycle in which a slot is free for the push after `ahead` more, as far as the FIFO's
  /// depth goes.
  Cycle slot(uint64_t ahead = 0) const {
    const uint64_t push = tail_ + ahead;
    return push >= depth_ && !clocked_ ? slot_time(push, depth_) : 0;
  }
  void push(Token token, Cycle at, Cycle not_before = 0) {
    if (hooked_) [[unlikely]] {
      hook_push(token, at, not_before);
      return;
    }
    ring_[tail_++ & mask_] = {token.payload, token.stamp | std::max(at + latency_, not_before)};
    if (not_before > at + latency_ || tail_ > judged_until_) [[unlikely]] {
      note_push(at);
    }
  }

  /// The most slots that were in use at once; known where the depth is bounded. A slot is in use
  /// from the push until the producer can have it back.
  uint64_t peak() const {
    const uint64_t before = measures_peak() && !hooked_ ? judged().slots : peak_.slots;
    return std::max(pushes() > 0 ? before : 0, size());  // also what nobody ever popped
  }

  /// Is it worth while to wake the consumer that waits for a token, the producer that waits for a
  /// slot?
  bool half_full() const { return size() * 2 >= limit_; }
  bool half_empty() const { return size() * 2 <= limit_; }
  void wake_consumer();
  void wake_producer();

  // --- host side
  /// Only the host's cap, not the simulated depth, keeps the producer from pushing.
  bool capped() const { return host_capped() && size() >= limit_; }
  /// The host's cap comes before the simulated depth.
  bool host_capped() const { return !clocked_ && limit_ != depth_; }
  void double_cap();
  void observe(ChannelObserver* observer);
  bool observed() const { return observer_ != nullptr; }
  /// Every push and pop must go through the channel itself.
  bool hooked() const { return hooked_; }
  /// Puts a token in before the simulation starts (the root stream).
  void preload(Token token, Cycle visible);

  // --- clocked engine
  /// Lets arrive what arrives in `cycle`. True while something is still on its way.
  bool tick(Cycle cycle);

  /// Tokens that the waiting consumer needs; 0: it does not wait.
  uint64_t wanted = 0;
  /// The producer waits for a slot.
  bool full = false;
  /// The channel is on the run queue's list of those that are put off.
  bool put_off = false;
  Process* consumer = nullptr;
  Process* producer = nullptr;

 private:
  template <bool>
  friend class InLane;
  template <bool>
  friend class OutLane;
  static constexpr uint64_t kUnbounded = uint64_t{1} << 63;

  struct Clocked {
    struct Arrival {
      Cycle at;
      Token token;
    };
    std::deque<Arrival> arriving;  ///< pushed, not yet visible
    std::deque<Cycle> returning;   ///< slots on their way back to the producer
    uint64_t credits;
    uint64_t pushes = 0;
  };

  // Peak + 1 slots were in use at once if some token k was pushed before the slot of token k - peak
  // came back. That is known when the latter has been popped, so the producer looks after its
  // pushes at those it could not judge before; the ring is at least twice as long as the FIFO is
  // deep, so that all of them are still there.
  bool measures_peak() const { return peak_.slots < peak_limit_; }
  struct Peak {
    uint64_t slots;     ///< in use at once, as far as tokens were judged
    uint64_t next = 1;  ///< the first token not judged yet
  };
  /// The peak over all tokens that can be judged by now.
  Peak judged() const;
  void judge();
  /// After a push at `at` that a memory delays, or where judging is due.
  void note_push(Cycle at);
  /// The same after pushes from `begin` on by a lane, which knows no delay by a memory.
  void note_pushes(uint64_t begin);
  void keep_push_time(uint64_t k, Cycle at);

  /// When the slot of the token `slots` before this push came back.
  Cycle slot_time(uint64_t push, uint64_t slots) const {
    return pop_times_[(push - slots) & mask_] + return_latency_;
  }
  void set_limit();
  void hook_push(Token token, Cycle at, Cycle not_before);
  void hook_pop(Token token, Cycle at);

  std::unique_ptr<Token[]> ring_;
  std::unique_ptr<Cycle[]> pop_times_;  ///< C_k of each slot's last pop
  uint64_t mask_;
  uint64_t head_ = 0;
  uint64_t tail_ = 0;
  uint64_t limit_;
  uint64_t depth_;
  Cycle latency_;
  Cycle return_latency_;
  bool hooked_ = false;  ///< an observer or the clocked engine wants every push and pop
  std::unique_ptr<Clocked> clocked_;
  ChannelObserver* observer_ = nullptr;
  uint64_t cap_;
  Peak peak_;
  /// With more pushes than these, one more FIFO full of pops or pushes could overwrite what judge()
  /// needs.
  uint64_t judged_until_ = kNever;
  uint64_t peak_limit_;  ///< the depth where it is bounded, else 0: not measured here
  /// When the tokens in the ring were pushed; only where a memory's delay keeps their stamps from
  /// telling.
  std::unique_ptr<Cycle[]> push_times_;
  std::string name_;
};

}  // namespace fiberloom
