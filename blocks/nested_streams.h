#pragma once

#include <coroutine>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/block.h"
#include "sim/fire_ports.h"
#include "stream_fault.h"

namespace fiberloom {

/// Reads the coordinate streams of n nested loops and the values in the innermost, in step. The
/// innermost stream leads: coordinates outside of it are operands that are taken when their fiber
/// comes, and stops that end several loops are taken from all their streams in one firing.
class NestedStreams {
 public:
  NestedStreams(Block& block, std::vector<In*> crds, In& val)
      : block_(block),
        crds_(std::move(crds)),
        val_(val),
        point_(crds_.size()),
        known_(crds_.size(), false) {}

  In& inner() const { return *crds_.back(); }
  In& val() const { return val_; }
  /// The coordinates of the point at the heads.
  const std::vector<uint64_t>& point() const { return point_; }
  /// Whether stream k's coordinate belongs to what is at the heads: it does not where the fiber
  /// that it would stand in is empty.
  bool known(size_t k) const { return known_[k]; }
  /// The innermost stop (or D) at the heads.
  Token stop() const { return stop_; }
  /// How many loops lie between stream k and the innermost.
  size_t distance(size_t k) const { return crds_.size() - 1 - k; }

  struct Head {
    bool is_point = false;
    Token value{};  ///< of a point
    Token outer{};  ///< otherwise: the stop or D that crd0 shows; a data token where it shows none
  };

  /// Waits for the next point or stop and takes the coordinates outside of it.
  struct NextHead;
  NextHead head();

  /// Takes the stops (or D) at the heads from every stream that shows one; `out` gets a slot.
  FirePorts take_stops(Out* out) {
    std::vector<In*> in;
    for (size_t k = 0; k < crds_.size(); ++k) {
      if (stop_.is_done() || distance(k) <= stop_.level()) {
        in.push_back(crds_[k]);
      }
      if (distance(k) <= stop_.level() + 1) {
        known_[k] = false;
      }
    }
    in.push_back(&val_);
    return fire_ports(val_.process(), std::move(in),
                      out == nullptr ? std::vector<Out*>{} : std::vector<Out*>{out});
  }

  /// Checks that what take_stops() took fits together.
  void check_stops(const std::vector<Token>& taken) const {
    size_t next = 0;
    for (size_t k = 0; k < crds_.size(); ++k) {
      const size_t j = distance(k);
      if (!stop_.is_done() && j > stop_.level()) {
        continue;
      }
      const Token wanted =
          stop_.is_done()
              ? stop_
              : stop_token(stop_.level() - j, stop_.unborn() > j ? stop_.unborn() - j : 0);
      expect(block_, same_token(taken[next], wanted), *crds_[k], taken[next], inner(), stop_);
      ++next;
    }
  }

 private:
  Block& block_;
  std::vector<In*> crds_;
  In& val_;
  std::vector<uint64_t> point_;
  std::vector<bool> known_;  ///< the coordinate of this stream has been taken
  Token stop_{};             ///< the innermost stream's, where the heads are stops
};

/// Sees the innermost heads, then takes what is missing outside, in rising order of time.
struct NestedStreams::NextHead : Awaitable<NextHead> {
  Process* process;
  NestedStreams* streams;

  explicit NextHead(NestedStreams& s) : process(&s.val_.process()), streams(&s) {}

  bool attempt() {
    NestedStreams& s = *streams;
    if (!s.inner().has() || !s.val_.has()) {
      return false;
    }
    const Cycle seen =
        std::max({process->now, s.inner().peek().visible(), s.val_.peek().visible()});
    if (seen >= process->horizon) {
      return false;
    }
    look(*process, seen);
    for (size_t k = 0; k + 1 < s.crds_.size(); ++k) {
      if (!needs_outer(k)) {
        continue;
      }
      if (!s.crds_[k]->has() || s.crds_[k]->peek().visible() >= process->horizon) {
        return false;
      }
      const Cycle taken = std::max(process->now, s.crds_[k]->peek().visible());
      look(*process, taken);
      process->at = taken;
      const Token token = s.crds_[k]->pop(taken).bare();
      expect(s.block_, token.is_data(), *s.crds_[k], token, s.inner(), s.inner().peek().bare());
      s.point_[k] = token.payload;
      s.known_[k] = true;
    }
    return true;
  }
  void describe(NeedVisitor& visitor) const {
    const NestedStreams& s = *streams;
    visitor.tokens(s.inner(), 1);
    visitor.tokens(s.val_, 1);
    if (!s.inner().has()) {
      return;
    }
    for (size_t k = 0; k + 1 < s.crds_.size(); ++k) {
      if (needs_outer(k)) {
        visitor.tokens(*s.crds_[k], 1);
      }
    }
  }
  Head await_resume() const {
    NestedStreams& s = *streams;
    const Token c = s.inner().peek().bare();
    const Token v = s.val_.peek().bare();
    expect(s.block_, c.is_data() ? v.is_point() : same_token(c, v), s.inner(), c, s.val_, v);
    if (c.is_data()) {
      s.point_.back() = c.payload;
      return {.is_point = true, .value = v};
    }
    s.stop_ = c;
    const size_t outermost = s.distance(0);
    if (c.is_done()) {
      return {.outer = c};
    }
    if (c.level() < outermost) {
      return {.outer = data_token(0)};
    }
    return {.outer = stop_token(c.level() - outermost,
                                c.unborn() > outermost ? c.unborn() - outermost : 0)};
  }

 private:
  /// Whether the coordinate of stream k belongs to what is at the heads and was not taken yet: a
  /// fiber at the distance below it has begun.
  bool needs_outer(size_t k) const {
    const NestedStreams& s = *streams;
    const Token c = s.inner().peek();
    return !s.known_[k] && (c.is_data() || (c.is_stop() && c.unborn() < s.distance(k) &&
                                            c.level() + 1 >= s.distance(k)));
  }
};

inline NestedStreams::NextHead NestedStreams::head() { return NextHead(*this); }

}  // namespace fiberloom
