#pragma once

#include <array>
#include <memory>
#include <type_traits>
#include <vector>

#include "pair_join.h"
#include "sim/block.h"
#include "stream_fault.h"

namespace fiberloom {

/// What intersect, union and left_join have in common. A side is a stream of coordinates and any
/// number of payload streams that ride on it. In every firing the sides with the lowest coordinate
/// move on; if the coordinate is put, the payload of sides that lack it is N. A side at its stop
/// waits for the others; all must then show the same stop, which passes.
template <Join kJoin>
class Joiner final : public Block {
 public:
  explicit Joiner(const BlockContext& context)
      : Block(context),
        looks_ahead_(context.timing.boolean("looks_ahead")),
        crds_(inputs_of("crd{s}")),
        payloads_(inputs_of("in{s}_{k}")),
        outs_(outputs_of("out{s}_{k}")),
        side_of_(payload_sides()) {}

  void start() override {
    ports_ = std::make_unique<AllPorts>(*this);
    in_lanes_ = crds_.size() == 2 && side_of_ == std::vector<size_t>{0, 1} && lanes_fit();
    main().start(run());
  }
  std::vector<uint64_t> statistics() const override { return {skipped_}; }

 private:
  /// Any number of sides and payloads, through the ports.
  struct AllPorts {
    struct InRef {
      In* in;
      bool has(uint64_t count = 1) const { return in->has(count); }
      Token peek(uint64_t ahead = 0) const { return in->peek(ahead); }
      Token pop(Cycle at) { return in->pop(at); }
    };
    struct OutRef {
      Out* out;
      bool room() const { return out->room(); }
      Cycle slot(Cycle from) const { return out->slot(from); }
      void push(Token token, Cycle at) { out->push(token, at); }
    };

    explicit AllPorts(Joiner& owner) : crd_out{&owner.crd_}, joiner(&owner) {
      for (In* in : owner.crds_) {
        crd.push_back({in});
      }
      for (In* in : owner.payloads_) {
        payload.push_back({in});
      }
      for (Out* to : owner.outs_) {
        out.push_back({to});
      }
    }
    size_t sides() const { return crd.size(); }
    size_t payloads() const { return payload.size(); }
    size_t side_of(size_t k) const { return joiner->side_of_[k]; }

    std::vector<InRef> crd;
    std::vector<InRef> payload;
    std::vector<OutRef> out;
    OutRef crd_out;
    Joiner* joiner;
  };

  /// What the heads of all sides decide.
  struct Decision {
    uint64_t moves = 0;  ///< sides that move on, a bit each
    bool puts = false;
    Token head{};        ///< the coordinate, or the stop or D of all sides
    size_t lowest = 0;   ///< a side that has it
  };

  static bool same_side(uint64_t moves, size_t side) { return (moves >> side & 1) != 0; }

  template <class View>
  Decision decide(const View& view) const {
    constexpr uint64_t kAtStop = ~uint64_t{0};  // above every coordinate
    uint64_t lowest = kAtStop;
    Decision decision;
    for (size_t s = 0; s < view.sides(); ++s) {
      const Token head = view.crd[s].peek();
      const uint64_t key = head.is_data() ? head.payload : kAtStop;
      if (key < lowest || s == 0) {
        lowest = key;
        decision.moves = 0;
        decision.head = head.bare();
        decision.lowest = s;
      }
      decision.moves |= uint64_t{key == lowest} << s;
    }
    const uint64_t all = (uint64_t{1} << view.sides()) - 1;
    decision.puts = kJoin == Join::unite || !decision.head.is_data() ||
                    (kJoin == Join::left ? (decision.moves & 1) != 0 : decision.moves == all);
    return decision;
  }

  /// All firings that are possible now. True after D.
  bool advance() {
    if (in_lanes_) {
      const auto ended = advance_in_lanes();
      if (ended != PairJoin<kJoin>::Ended::mismatch) {
        return ended == PairJoin<kJoin>::Ended::done;
      }
    }
    Account account(main());
    bool done = false;
    while (!done && step(*ports_, account, done)) {
    }
    account.commit();
    return done;
  }

  auto advance_in_lanes() {
    Account account(main());
    PairJoin<kJoin> lanes(
        {*crds_[0], *payloads_[0], *crds_[1], *payloads_[1], crd_, *outs_[0], *outs_[1]},
        looks_ahead_);
    const auto ended = lanes.advance(account, skipped_);
    lanes.commit();
    account.commit();
    return ended;
  }

  /// The cycle in which the heads that decide are visible; kNever while one is missing.
  template <class View>
  Cycle seen(const View& view, Cycle from) const {
    bool ahead = looks_ahead_;
    for (size_t s = 0; s < view.sides(); ++s) {
      if (!view.crd[s].has()) {
        return kNever;
      }
      from = std::max(from, view.crd[s].peek().visible());
      ahead = ahead && !view.crd[s].peek().is_done();
    }
    for (size_t s = 0; ahead && s < view.sides(); ++s) {
      if (!view.crd[s].has(2)) {
        return kNever;
      }
      from = std::max(from, view.crd[s].peek(1).visible());
    }
    return from;
  }

  template <class View>
  bool step(View& view, Account& account, bool& done) {
    const Cycle heads_at = seen(view, account.now);
    if (heads_at >= account.horizon) {
      return false;
    }
    account.look(heads_at);
    const Decision decision = decide(view);
    Cycle tokens_at = heads_at;
    for (size_t k = 0; k < view.payloads(); ++k) {
      if (same_side(decision.moves, view.side_of(k))) {
        if (!view.payload[k].has()) {
          return false;
        }
        tokens_at = std::max(tokens_at, view.payload[k].peek().visible());
      }
    }
    Cycle at = tokens_at;
    if (decision.puts) {
      if (!view.crd_out.room()) {
        return false;
      }
      at = view.crd_out.slot(at);
      for (size_t k = 0; k < view.payloads(); ++k) {
        if (!view.out[k].room()) {
          return false;
        }
        at = view.out[k].slot(at);
      }
    }
    if (at >= account.horizon) {
      return false;
    }
    if (!decision.head.is_data()) {
      check_stops(view, decision.head);
    }
    account.fire(tokens_at, at);
    move(view, decision, at);
    skipped_ += decision.puts ? 0 : 1;
    done = decision.head.is_done();
    return true;
  }

  template <class View>
  static void move(View& view, const Decision& decision, Cycle at) {
    for (size_t s = 0; s < view.sides(); ++s) {
      if (same_side(decision.moves, s)) {
        view.crd[s].pop(at);
      }
    }
    for (size_t k = 0; k < view.payloads(); ++k) {
      const bool moves = same_side(decision.moves, view.side_of(k));
      const Token token = moves ? view.payload[k].pop(at).bare() : empty_token();
      if (decision.puts) {
        view.out[k].push(token, at);
      }
    }
    if (decision.puts) {
      view.crd_out.push(decision.head, at);
    }
  }

  /// At a stop all sides and all payloads must show it.
  template <class View>
  void check_stops(const View& view, Token stop) const {
    for (size_t s = 0; s < view.sides(); ++s) {
      expect(*this, same_token(view.crd[s].peek(), stop), *crds_[0], stop, *crds_[s],
             view.crd[s].peek());
    }
    for (size_t k = 0; k < view.payloads(); ++k) {
      expect(*this, same_token(view.payload[k].peek(), stop), *crds_[0], stop, *payloads_[k],
             view.payload[k].peek());
    }
  }

  struct Advance : Awaitable<Advance> {
    Process* process;
    Joiner* joiner;
    explicit Advance(Joiner& j) : process(&j.main()), joiner(&j) {}

    [[gnu::noinline]] bool attempt() { return joiner->advance(); }
    void describe(NeedVisitor& visitor) const { joiner->show_needs(visitor); }
    void enlist(Process& p) const {
      Enlist visitor{p};
      joiner->show_needs(visitor);
    }
    void await_resume() const {}
  };

  Task run() { co_await Advance(*this); }

  struct Enlist {
    Process& process;
    void tokens(const In& in, uint64_t count) { process.need_tokens(in.channel(), count); }
    void slots(const Out& out) { enlist_slots(process, out); }
  };

  template <class Visitor>
  void show_needs(Visitor& visitor) const {
    const bool heads = std::ranges::all_of(crds_, [](const In* in) { return in->has(); });
    const bool ahead =
        looks_ahead_ && heads &&
        std::ranges::none_of(crds_, [](const In* in) { return in->peek().is_done(); });
    for (const In* in : crds_) {
      visitor.tokens(*in, ahead ? 2 : 1);
    }
    if (!heads) {
      return;
    }
    const Decision decision = decide(*ports_);
    for (size_t k = 0; k < payloads_.size(); ++k) {
      if (same_side(decision.moves, side_of_[k])) {
        visitor.tokens(*payloads_[k], 1);
      }
    }
    if (decision.puts) {
      visitor.slots(crd_);
      for (const Out* out : outs_) {
        visitor.slots(*out);
      }
    }
  }

  bool lanes_fit() const {
    const auto fits_in = [](const In* in) { return InLane::fits(*in); };
    const auto fits_out = [](const Out* out) { return OutLane::fits(*out); };
    return std::ranges::all_of(crds_, fits_in) && std::ranges::all_of(payloads_, fits_in) &&
           std::ranges::all_of(outs_, fits_out) && OutLane::fits(crd_);
  }

  std::vector<size_t> payload_sides() const {
    std::vector<size_t> sides;
    for (const InputPort& port : wired().inputs) {
      if (port.family->name == "in{s}_{k}") {
        sides.push_back(port.side);
      }
    }
    return sides;
  }

  bool looks_ahead_;
  std::vector<In*> crds_;
  std::vector<In*> payloads_;
  std::vector<Out*> outs_;
  std::vector<size_t> side_of_;
  Out& crd_ = output("crd");
  std::unique_ptr<AllPorts> ports_;
  bool in_lanes_ = false;
  uint64_t skipped_ = 0;
};

/// The spec that the joiners share.
BlockSpec joiner_spec(std::string type, std::string summary);

}  // namespace fiberloom
