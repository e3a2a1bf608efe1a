#pragma once

#include <algorithm>

#include "sim/lane.h"

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

/// All firings of such a joiner that are possible now, in lanes; it does what Joiner::step() does.
/// Written out because it is the simulator's hottest loop: what it needs stays in registers.
template <Join kJoin>
class PairJoin {
 public:
  PairJoin(const PairPorts& ports, bool looks_ahead)
      : crd0_(ports.crd0),
        in0_(ports.in0),
        crd1_(ports.crd1),
        in1_(ports.in1),
        crd_(ports.crd),
        out0_(ports.out0),
        out1_(ports.out1),
        looks_ahead_(looks_ahead) {}

  enum class Ended : uint8_t { done, blocked, mismatch };

  /// Adds the firings that put nothing to `skipped`. Ends after D, where it has to wait, or before
  /// stops that do not fit together.
  [[gnu::always_inline]] Ended advance(Account& account, uint64_t& skipped) {
    while (crd0_.has() && crd1_.has()) {
      const Token a = crd0_.peek();
      const Token b = crd1_.peek();
      Cycle seen = std::max({account.now, a.visible(), b.visible()});
      if (looks_ahead_ && !a.is_done() && !b.is_done()) {
        if (!crd0_.has(2) || !crd1_.has(2)) {
          break;
        }
        seen = std::max({seen, crd0_.peek(1).visible(), crd1_.peek(1).visible()});
      }
      const uint64_t key0 = a.is_data() ? a.payload : kAtStop;
      const uint64_t key1 = b.is_data() ? b.payload : kAtStop;
      const bool moves0 = key0 <= key1;
      const bool moves1 = key1 <= key0;
      if ((moves0 && !in0_.has()) || (moves1 && !in1_.has())) {
        break;
      }
      Cycle tokens_at = seen;
      if (moves0) {
        tokens_at = std::max(tokens_at, in0_.peek().visible());
      }
      if (moves1) {
        tokens_at = std::max(tokens_at, in1_.peek().visible());
      }
      const bool puts = kJoin == Join::unite || (kJoin == Join::left ? moves0 : moves0 && moves1);
      Cycle at = tokens_at;
      if (puts) {
        if (!crd_.room() || !out0_.room() || !out1_.room()) {
          break;
        }
        at = out1_.slot(out0_.slot(crd_.slot(at)));
      }
      if (at >= account.horizon) {
        break;
      }
      const bool at_stop = moves0 && key0 == kAtStop;
      if (at_stop && !stops_fit(a, b)) [[unlikely]] {
        return Ended::mismatch;
      }
      account.fire(tokens_at, at);
      Token x = empty_token();
      Token y = empty_token();
      if (moves0) {
        crd0_.pop(at);
        x = in0_.pop(at).bare();
      }
      if (moves1) {
        crd1_.pop(at);
        y = in1_.pop(at).bare();
      }
      if (!puts) {
        ++skipped;
        continue;
      }
      crd_.push(moves0 ? a.bare() : b.bare(), at);
      out0_.push(x, at);
      out1_.push(y, at);
      if (at_stop && a.is_done()) {
        return Ended::done;
      }
    }
    return Ended::blocked;
  }

  void commit() {
    crd0_.commit();
    in0_.commit();
    crd1_.commit();
    in1_.commit();
    crd_.commit();
    out0_.commit();
    out1_.commit();
  }

 private:
  static constexpr uint64_t kAtStop = ~uint64_t{0};  // above every coordinate

  bool stops_fit(Token a, Token b) const {
    return same_token(a, b) && same_token(a, in0_.peek()) && same_token(a, in1_.peek());
  }

  InLane crd0_;
  InLane in0_;
  InLane crd1_;
  InLane in1_;
  OutLane crd_;
  OutLane out0_;
  OutLane out1_;
  bool looks_ahead_;
};

}  // namespace fiberloom
