#pragma once

#include <algorithm>

#include "sim/block.h"
#include "sim/steps.h"
#include "stream_fault.h"

namespace fiberloom {

/// When a joiner puts a coordinate.
enum class Join : uint8_t {
  intersect,  ///< where all sides have it
  unite,      ///< where any side has it
  left,       ///< where side 0 has it
};

/// The ports of a joiner of two sides with one payload each, the case that most graphs are made of.
struct PairPorts {
  In& crd0;
  In& in0;
  In& crd1;
  In& in1;
  Out& crd;
  Out& out0;
  Out& out1;
};

/// Such a joiner's firing; it does what Joiner does for any number of sides. Written out because it
/// is the simulator's hottest loop.
template <Join kJoin>
class PairJoin {
 public:
  PairJoin(const Block& block, const PairPorts& ports, bool looks_ahead)
      : block_(block), ports_(ports), looks_ahead_(looks_ahead) {}

  auto all_steps() {
    return steps(*this, pop(ports_.crd0, ports_.in0, ports_.crd1, ports_.in1),
                 push(ports_.crd, ports_.out0, ports_.out1));
  }
  uint64_t skipped() const { return skipped_; }

  template <class AccountT, class I, class O>
  [[gnu::always_inline]] Step step(AccountT& account, I& crd0, I& in0, I& crd1, I& in1, O& crd,
                                   O& out0, O& out1) {
    if (!crd0.has() || !crd1.has()) {
      return Step::blocked;
    }
    const Token a = crd0.peek();
    const Token b = crd1.peek();
    Cycle tokens_at = std::max({account.now, a.visible(), b.visible()});
    if (looks_ahead_ && !a.is_done() && !b.is_done()) {
      if (!crd0.has(2) || !crd1.has(2)) {
        return Step::blocked;
      }
      tokens_at = std::max({tokens_at, crd0.peek(1).visible(), crd1.peek(1).visible()});
    }
    const uint64_t key0 = key(a);
    const uint64_t key1 = key(b);
    if (kJoin == Join::intersect && key0 < key1) {
      return skip(account, tokens_at, key1, crd0, in0);
    }
    if (kJoin != Join::unite && key1 < key0) {
      return skip(account, tokens_at, key0, crd1, in1);
    }
    const bool moves0 = key0 <= key1;
    const bool moves1 = key1 <= key0;
    if ((moves0 && !in0.has()) || (moves1 && !in1.has()) || !crd.room() || !out0.room() ||
        !out1.room()) {
      return Step::blocked;
    }
    tokens_at =
        std::max({tokens_at, moves0 ? in0.peek().visible() : 0, moves1 ? in1.peek().visible() : 0});
    const Cycle at = out1.slot(out0.slot(crd.slot(tokens_at)));
    if (at >= account.horizon) {
      return Step::blocked;
    }
    const bool at_stop = key0 == key1 && !a.is_data();
    if (at_stop) {
      check_stops(a.bare(), b, in0.peek(), in1.peek());
    }
    account.fire(tokens_at, at);
    Token x = empty_token();
    Token y = empty_token();
    if (moves0) {
      crd0.pop(at);
      x = in0.pop(at).bare();
    }
    if (moves1) {
      crd1.pop(at);
      y = in1.pop(at).bare();
    }
    crd.push(moves0 ? a.bare() : b.bare(), at);
    out0.push(x, at);
    out1.push(y, at);
    return at_stop && a.is_done() ? Step::done : Step::fired;
  }

  template <class Visitor>
  void show_needs(Visitor& visitor) const {
    const bool heads = ports_.crd0.has() && ports_.crd1.has();
    const bool ahead =
        looks_ahead_ && heads && !ports_.crd0.peek().is_done() && !ports_.crd1.peek().is_done();
    visitor.tokens(ports_.crd0, ahead ? 2 : 1);
    visitor.tokens(ports_.crd1, ahead ? 2 : 1);
    if (!heads) {
      return;
    }
    const uint64_t key0 = key(ports_.crd0.peek());
    const uint64_t key1 = key(ports_.crd1.peek());
    if (key0 <= key1) {
      visitor.tokens(ports_.in0, 1);
    }
    if (key1 <= key0) {
      visitor.tokens(ports_.in1, 1);
    }
    if (key0 == key1 || kJoin == Join::unite || (kJoin == Join::left && key0 < key1)) {
      visitor.slots(ports_.crd);
      visitor.slots(ports_.out0);
      visitor.slots(ports_.out1);
    }
  }

 private:
  static uint64_t key(Token token) {
    constexpr uint64_t kAtStop = ~uint64_t{0};  // above every coordinate
    return token.is_data() ? token.payload : kAtStop;
  }

  /// Firings that leave the coordinates of one side below `until` out, one each.
  template <class AccountT, class I>
  [[gnu::always_inline]] Step skip(AccountT& account, Cycle heads_at, uint64_t until, I& crd,
                                   I& in) {
    uint64_t skipped = 0;
    while (in.has()) {
      const Cycle at = std::max(heads_at, in.peek().visible());
      if (at >= account.horizon) {
        break;
      }
      account.fire(at, at);
      crd.pop(at);
      in.pop(at);
      ++skipped;
      if (looks_ahead_ || !crd.has() || key(crd.peek()) >= until) {
        break;
      }
      heads_at = std::max(account.now, crd.peek().visible());
    }
    skipped_ += skipped;
    return skipped > 0 ? Step::fired : Step::blocked;
  }

  void check_stops(Token stop, Token b, Token x, Token y) const {
    expect(block_, same_token(stop, b), ports_.crd0, stop, ports_.crd1, b);
    expect(block_, same_token(stop, x), ports_.crd0, stop, ports_.in0, x);
    expect(block_, same_token(stop, y), ports_.crd0, stop, ports_.in1, y);
  }

  const Block& block_;
  PairPorts ports_;
  bool looks_ahead_;
  uint64_t skipped_ = 0;
};

}  // namespace fiberloom
