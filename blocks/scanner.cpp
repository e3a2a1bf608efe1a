// Level scanner: turns references to the fibers of a level into the fibers' coordinates and the
// references below them (SAM paper, section 3.1, "level scanner").
//
//   data r    the coordinates of fiber r, in rising order, then its stop
//   N         an empty fiber: only a stop, never a coordinate
//   Sn^e      after a reference S(n+1); without one since the last stop S(n+1)^(e+1)
//
// A reference and its first coordinate are one firing, every further coordinate is one, the stop is
// one and takes the next token if that is a stop. A stop's level is known from that token, so it
// leaves no earlier than it is visible. The reference of an empty fiber is taken ahead.

#include <array>

#include "sim/block.h"
#include "sim/steps.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

class Scanner final : public Block {
 public:
  explicit Scanner(const BlockContext& context)
      : Block(context),
        level_(context.level()),
        fiber_startup_(context.timing.count("fiber_startup")),
        waits_for_next_(context.timing.boolean("waits_for_next") && !is_full(context)) {}

  void start() override { main().start(run()); }
  std::vector<uint64_t> statistics() const override { return {fibers_}; }

  template <class AccountT, class I, class O>
  Step step(AccountT& account, I& ref, O& crd, O& out) {
    switch (state_) {
      case State::reference:
        return read_reference(account, ref, crd, out);
      case State::first:
        return put_first(account, ref, crd, out);
      case State::waiting:
        return wait_for_next(account, ref);
      case State::rest:
        return put_rest(account, crd, out);
      case State::stop:
        break;
    }
    return put_stop(account, ref, crd, out);
  }

  template <class Visitor>
  void show_needs(Visitor& visitor) const {
    const bool passes = state_ == State::reference && ref_.has() && !ref_.peek().is_point();
    if (state_ != State::rest) {
      visitor.tokens(ref_, 1);
    }
    if (state_ == State::first || state_ == State::rest || passes ||
        (state_ == State::stop && ref_.has())) {
      visitor.slots(crd_);
      visitor.slots(out_);
    }
  }

 private:
  enum class State : uint8_t {
    reference,  ///< the next token of `ref` begins a fiber, or passes
    first,      ///< a fiber that is not empty: its first coordinate comes with the reference
    waiting,    ///< SAM's habit: the rest waits for the next reference
    rest,
    stop,
  };

  Task run() { co_await steps(*this, pop(ref_), push(crd_, out_)); }

  template <class AccountT, class I, class O>
  Step read_reference(AccountT& account, I& ref, O& crd, O& out) {
    if (!ref.has()) {
      return Step::blocked;
    }
    const Token reference = ref.peek();
    const Cycle seen = std::max(account.now, reference.visible());
    if (seen >= account.horizon) {
      return Step::blocked;
    }
    if (!reference.is_point()) {
      const Token passed = reference.is_done()
                               ? done_token()
                               : stop_token(reference.level() + 1, reference.unborn() + 1);
      if (!put(account, seen, passed, passed, crd, out)) {
        return Step::blocked;
      }
      ref.pop(at_);
      return reference.is_done() ? Step::done : Step::fired;
    }
    account.look(seen);
    if (reference.is_data()) {
      open(reference.payload);
      if (fiber_startup_ > 0) {
        account.work(fiber_startup_);
      }
    }
    state_ = left_ > 0 ? State::first : State::stop;
    if (left_ == 0) {
      account.take(account.now);
      ref.pop(account.now);
    }
    return Step::fired;
  }

  template <class AccountT, class I, class O>
  Step put_first(AccountT& account, I& ref, O& crd, O& out) {
    if (!put(account, account.now, data_token(coordinates_[next_]), data_token(references_[next_]),
             crd, out)) {
      return Step::blocked;
    }
    ref.pop(at_);
    ++next_;
    --left_;
    state_ = !more() ? State::stop : waits_for_next_ ? State::waiting : State::rest;
    return Step::fired;
  }

  template <class AccountT, class I>
  Step wait_for_next(AccountT& account, I& ref) {
    if (!ref.has() || std::max(account.now, ref.peek().visible()) >= account.horizon) {
      return Step::blocked;
    }
    account.look(std::max(account.now, ref.peek().visible()));
    state_ = State::rest;
    return Step::fired;
  }

  template <class AccountT, class O>
  Step put_rest(AccountT& account, O& crd, O& out) {
    do {
      if constexpr (kFree<O>) {
        const uint64_t run =
            account.firings_before_horizon(std::min({left_, crd.space(), out.space()}));
        if (run > 0) {
          crd.push_run(&coordinates_[next_], run, account.now, account.interval());
          out.push_run(&references_[next_], run, account.now, account.interval());
          account.fire_run(run);
          next_ += run;
          left_ -= run;
        }
      }
      const uint64_t end = next_ + left_;
      uint64_t k = next_;
      while (k < end && put(account, account.now, data_token(coordinates_[k]),
                            data_token(references_[k]), crd, out)) {
        ++k;
      }
      next_ = k;
      left_ = end - k;
      if (left_ > 0) {
        return Step::blocked;
      }
    } while (more());
    state_ = State::stop;
    return Step::fired;
  }

  template <class AccountT, class I, class O>
  Step put_stop(AccountT& account, I& ref, O& crd, O& out) {
    if (!ref.has()) {
      return Step::blocked;
    }
    const Token after = ref.peek();
    const Cycle seen = std::max(account.now, after.visible());
    if (seen >= account.horizon) {
      return Step::blocked;
    }
    const Token stop = stop_token(after.is_stop() ? after.level() + 1 : 0);
    if (!put(account, seen, stop, stop, crd, out)) {
      return Step::blocked;
    }
    if (after.is_stop()) {
      ref.pop(at_);
    }
    state_ = State::reference;
    return Step::fired;
  }

  /// One firing with what was visible at `tokens_at`; false where it has to wait.
  template <class AccountT, class O>
  bool put(AccountT& account, Cycle tokens_at, Token coordinate, Token reference, O& crd, O& out) {
    if (!crd.room() || !out.room()) {
      return false;
    }
    const Cycle at = out.slot(crd.slot(tokens_at));
    if (at >= account.horizon) {
      return false;
    }
    account.fire(tokens_at, at);
    crd.push(coordinate, at);
    out.push(reference, at);
    at_ = at;
    return true;
  }

  static bool is_full(const BlockContext& context) {
    if (context.operand == nullptr) {
      return false;
    }
    const char letter = context.operand->format().letters[context.parameters().count("level")];
    return LevelFormats::find(letter)->full;
  }

  void open(uint64_t reference) {
    ++fibers_;
    cursor_ = level_.open(reference);
    refill();
  }
  void refill() {
    left_ = level_.read(cursor_, kChunk, coordinates_.data(), references_.data());
    next_ = 0;
  }
  bool more() {
    if (left_ == 0) {
      refill();
    }
    return left_ > 0;
  }

  /// Ports whose tokens nothing holds up can be filled in one go.
  template <class O>
  static constexpr bool kFree = std::is_same_v<O, OutLane<false>>;
  static constexpr size_t kChunk = 64;

  In& ref_ = input("ref");
  Out& crd_ = output("crd");
  Out& out_ = output("ref");
  const Level& level_;
  Cycle fiber_startup_;
  bool waits_for_next_;
  State state_ = State::reference;
  FiberCursor cursor_;
  std::array<uint64_t, kChunk> coordinates_;
  std::array<uint64_t, kChunk> references_;
  uint64_t next_ = 0;
  uint64_t left_ = 0;
  Cycle at_ = 0;  ///< of the last firing
  uint64_t fibers_ = 0;
};

const BlockRegistration registration(
    {.type = "scanner",
     .summary = "walks the fibers of one level of a tensor",
     .aliases = {"fiber_lookup"},
     .inputs = {{.name = "ref",
                 .kind = StreamKind::ref,
                 .summary = "references to fibers; the root stream where nothing feeds it",
                 .optional = true,
                 .refers = Refers::parent}},
     .outputs = {{.name = "crd",
                  .kind = StreamKind::crd,
                  .depth = {.offset = 1},
                  .summary = "the coordinates of the fibers"},
                 {.name = "ref",
                  .kind = StreamKind::ref,
                  .depth = {.offset = 1},
                  .summary = "for each coordinate the reference below it",
                  .refers = Refers::level}},
     .parameters = level_parameters(),
     .timing = {{.name = "fiber_startup",
                 .summary = "cycles from a reference to the first coordinate of its fiber",
                 .fallback = uint64_t{0}},
                {.name = "waits_for_next",
                 .type = ParameterType::boolean,
                 .summary = "after the first coordinate of a fiber that is not dense waits for the "
                            "next reference (SAM)",
                 .fallback = false}},
     .statistics = {{"fibers", "fibers that were read"}}},
    make_block<Scanner>());

}  // namespace
}  // namespace fiberloom
