#pragma once

#include <memory>
#include <optional>
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
        side_of_(payload_sides()) {
    if (crds_.size() == 2 && side_of_ == std::vector<size_t>{0, 1}) {
      pair_.emplace(
          *this,
          PairPorts{*crds_[0], *payloads_[0], *crds_[1], *payloads_[1], crd_, *outs_[0], *outs_[1]},
          looks_ahead_);
    }
  }

  void start() override { main().start(pair_ ? run_pair() : run()); }
  std::vector<uint64_t> statistics() const override {
    return {pair_ ? pair_->skipped() : skipped_};
  }

 private:
  /// What the heads of all sides decide.
  struct Decision {
    uint64_t moves = 0;  ///< sides that move on, a bit each
    bool puts = false;
    Token head{};  ///< the coordinate, or the stop or D of all sides
  };

  Task run_pair() { co_await pair_->all_steps(); }

  Task run() { co_await Advance(*this); }

  bool moves(const Decision& decision, size_t payload) const {
    return (decision.moves >> side_of_[payload] & 1) != 0;
  }

  Decision decide() const {
    constexpr uint64_t kAtStop = ~uint64_t{0};  // above every coordinate
    uint64_t lowest = kAtStop;
    Decision decision;
    for (size_t s = 0; s < crds_.size(); ++s) {
      const Token head = crds_[s]->peek();
      const uint64_t key = head.is_data() ? head.payload : kAtStop;
      if (key < lowest || s == 0) {
        lowest = key;
        decision.moves = 0;
        decision.head = head.bare();
      }
      decision.moves |= uint64_t{key == lowest} << s;
    }
    const uint64_t all = (uint64_t{1} << crds_.size()) - 1;
    decision.puts = kJoin == Join::unite || !decision.head.is_data() ||
                    (kJoin == Join::left ? (decision.moves & 1) != 0 : decision.moves == all);
    return decision;
  }

  /// How many tokens of each side decide; 0 while a head is missing.
  uint64_t looked_at() const {
    if (!std::ranges::all_of(crds_, [](const In* in) { return in->has(); })) {
      return 0;
    }
    const bool ahead = looks_ahead_ && std::ranges::none_of(crds_, [](const In* in) {
                         return in->peek().is_done();
                       });
    return ahead ? 2 : 1;
  }

  /// One firing. False where it has to wait.
  bool step(Account<true>& account, bool& done) {
    const uint64_t looks = looked_at();
    if (looks == 0 ||
        !std::ranges::all_of(crds_, [looks](const In* in) { return in->has(looks); })) {
      return false;
    }
    Cycle tokens_at = account.now;
    for (const In* in : crds_) {
      tokens_at = std::max({tokens_at, in->peek().visible(), in->peek(looks - 1).visible()});
    }
    const Decision decision = decide();
    for (size_t k = 0; k < payloads_.size(); ++k) {
      if (moves(decision, k)) {
        if (!payloads_[k]->has()) {
          return false;
        }
        tokens_at = std::max(tokens_at, payloads_[k]->peek().visible());
      }
    }
    Cycle at = tokens_at;
    if (decision.puts) {
      if (!crd_.room() || !std::ranges::all_of(outs_, [](const Out* out) { return out->room(); })) {
        return false;
      }
      at = crd_.slot(at);
      for (const Out* out : outs_) {
        at = out->slot(at);
      }
    }
    if (at >= account.horizon) {
      return false;
    }
    if (!decision.head.is_data()) {
      check_stops(decision.head);
    }
    account.fire(tokens_at, at);
    move(decision, at);
    skipped_ += decision.puts ? 0 : 1;
    done = decision.head.is_done();
    return true;
  }

  void move(const Decision& decision, Cycle at) {
    for (size_t s = 0; s < crds_.size(); ++s) {
      if ((decision.moves >> s & 1) != 0) {
        crds_[s]->pop(at);
      }
    }
    for (size_t k = 0; k < payloads_.size(); ++k) {
      const Token token = moves(decision, k) ? payloads_[k]->pop(at).bare() : empty_token();
      if (decision.puts) {
        outs_[k]->push(token, at);
      }
    }
    if (decision.puts) {
      crd_.push(decision.head, at);
    }
  }

  /// At a stop all sides and all payloads must show it.
  void check_stops(Token stop) const {
    for (const std::vector<In*>* ports : {&crds_, &payloads_}) {
      for (const In* in : *ports) {
        expect(*this, same_token(in->peek(), stop), *crds_[0], stop, *in, in->peek());
      }
    }
  }

  struct Advance : Awaitable<Advance> {
    Process* process;
    Joiner* joiner;
    explicit Advance(Joiner& j) : process(&j.main()), joiner(&j) {}

    [[gnu::noinline]] bool attempt() {
      Account<true> account(*process);
      bool done = false;
      while (!done && joiner->step(account, done)) {
      }
      account.commit();
      return done;
    }
    void describe(NeedVisitor& visitor) const { joiner->show_needs(visitor); }
    void await_resume() const {}
  };

  void show_needs(NeedVisitor& visitor) const {
    const uint64_t looks = looked_at();
    for (const In* in : crds_) {
      visitor.tokens(*in, std::max<uint64_t>(looks, 1));
    }
    if (looks == 0) {
      return;
    }
    const Decision decision = decide();
    for (size_t k = 0; k < payloads_.size(); ++k) {
      if (moves(decision, k)) {
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
  std::optional<PairJoin<kJoin>> pair_;
  uint64_t skipped_ = 0;
};

/// The spec that the joiners share.
BlockSpec joiner_spec(std::string type, std::string summary);

}  // namespace fiberloom
