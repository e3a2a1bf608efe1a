// Universe: every coordinate of a loop, where no operand says which are there.
//
//   data      0, 1, .. size-1, then the stop
//   N         an empty fiber: only the stop
//   Sn^e      after data or N S(n+1); without one since the last stop S(n+1)^(e+1)
//
// With `cut` it is the second of the two loops that a variable was split into, and `outer` carries
// the first one's coordinate in step with the trigger: only those c are put for which
// outer * outer_step + c * step < cut.
//
// A trigger token and its first coordinate are one firing, as in a scanner, every further
// coordinate is one, the stop is one and takes the next token if that is a stop. The trigger of an
// empty fiber is taken ahead.

#include <algorithm>

#include <fmt/format.h>

#include "sim/block.h"
#include "sim/steps.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

/// How many coordinates a fiber has.
class Extent {
 public:
  explicit Extent(const BlockContext& context)
      : size_(context.size("size").value_or(0)),
        cut_(context.size("cut").value_or(0)),
        outer_step_(context.size("outer_step").value_or(1)),
        step_(context.size("step").value_or(1)) {
    if (step_ == 0) {
      throw bad_input("step must be 1 or more", context.wired.node->where);
    }
  }

  uint64_t size() const { return size_; }
  /// Of the fiber beside the coordinate `outer` of the other loop.
  uint64_t beside(uint64_t outer) const {
    if (outer_step_ > 0 && outer > cut_ / outer_step_) {
      return 0;
    }
    const uint64_t left = cut_ - outer * outer_step_;
    return std::min(size_, left / step_ + (left % step_ > 0 ? 1 : 0));
  }

 private:
  uint64_t size_;
  uint64_t cut_;
  uint64_t outer_step_;
  uint64_t step_;
};

/// The coordinates from `next` to `end`, a firing each.
struct CountUp {
  const Out& crd;
  uint64_t next = 0;
  uint64_t end = 0;

  template <class AccountT, class I, class O>
  Step step(AccountT& account, I& /*trigger*/, O& out) {
    for (; next < end; ++next) {
      if (!out.room()) {
        return Step::blocked;
      }
      const Cycle at = out.slot(account.now);
      if (at >= account.horizon) {
        return Step::blocked;
      }
      account.fire(account.now, at);
      out.push(data_token(next), at);
    }
    return Step::done;
  }
  template <class Visitor>
  void show_needs(Visitor& visitor) const {
    visitor.slots(crd);
  }
};

class Universe final : public Block {
 public:
  explicit Universe(const BlockContext& context) : Block(context), extent_(context) {
    if (context.wired.input("outer") != nullptr) {
      outer_ = &input("outer");
    }
  }
  void start() override {
    main().start(outer_ == nullptr ? run(trigger_) : run(trigger_, *outer_));
  }
  std::vector<uint64_t> statistics() const override { return {fibers_}; }

 private:
  /// The trigger, and the other loop's coordinate where there is one.
  struct Heads {
    Token trigger;
    Token outer;
    explicit Heads(Token head) : trigger(head), outer(head) {}
    explicit Heads(std::tuple<Token, Token> heads)
        : trigger(std::get<0>(heads)), outer(std::get<1>(heads)) {}
  };

  template <class... I>
  Task run(I&... in) {
    for (;;) {
      const Heads heads(co_await peek(in...));
      check(heads);
      if (!heads.trigger.is_point()) {
        co_await fire(pop(in...), push(crd_));
        crd_ << below(heads.trigger);
        if (heads.trigger.is_done()) {
          co_return;
        }
        continue;
      }
      const uint64_t count = fiber(heads);
      if (count == 0) {
        co_await take(trigger_);
        if (outer_ != nullptr) {
          co_await take(*outer_);
        }
      } else {
        co_await fire(pop(in...), push(crd_));
        crd_ << data_token(0);
      }
      if (count > 1) {
        rest_.next = 1;
        rest_.end = count;
        co_await steps(rest_, pop(trigger_), push(crd_));
      }
      const Heads after(co_await peek(in...));
      check(after);
      if (after.trigger.is_stop()) {
        co_await fire(pop(in...), push(crd_));
        crd_ << stop_token(after.trigger.level() + 1);
      } else {
        co_await fire(push(crd_));
        crd_ << stop_token(0);
      }
    }
  }

  void check(const Heads& heads) const {
    if (outer_ != nullptr) {
      expect(
          *this,
          heads.trigger.is_point() ? heads.outer.is_data() : same_token(heads.trigger, heads.outer),
          trigger_, heads.trigger, *outer_, heads.outer);
    }
  }
  /// The number of coordinates that a trigger opens.
  uint64_t fiber(const Heads& heads) {
    if (!heads.trigger.is_data()) {
      return 0;
    }
    ++fibers_;
    return outer_ == nullptr ? extent_.size() : extent_.beside(heads.outer.payload);
  }
  /// What passes where no trigger came before.
  static Token below(Token passed) {
    return passed.is_done() ? passed : stop_token(passed.level() + 1, passed.unborn() + 1);
  }

  In& trigger_ = input("trigger");
  In* outer_ = nullptr;
  Out& crd_ = output("crd");
  Extent extent_;
  CountUp rest_{.crd = crd_};
  uint64_t fibers_ = 0;
};

bool is_cut(const Parameters& parameters) { return !parameters.name("cut").empty(); }

const BlockRegistration registration(
    {.type = "universe",
     .summary = "every coordinate of a loop",
     .inputs = {{.name = "trigger",
                 .summary = "a fiber for each token; the root stream where nothing feeds it",
                 .optional = true},
                {.name = "outer",
                 .kind = StreamKind::crd,
                 .summary = "with `cut`: the coordinate of the other half of a split variable",
                 .present = is_cut}},
     .outputs = {{.name = "crd",
                  .kind = StreamKind::crd,
                  .depth = {.offset = 1},
                  .summary = "the coordinates"}},
     .parameters = {{.name = "size",
                     .type = ParameterType::size,
                     .summary = "how many coordinates there are: a number, or an index variable",
                     .required = true},
                    {.name = "cut",
                     .type = ParameterType::size,
                     .summary = "the true size of the variable that was split",
                     .fallback = std::string()},
                    {.name = "outer_step",
                     .type = ParameterType::size,
                     .summary = "how far a step of `outer` is in that variable",
                     .fallback = std::string("1")},
                    {.name = "step",
                     .type = ParameterType::size,
                     .summary = "how far a step of the own coordinate is in it",
                     .fallback = std::string("1")}},
     .statistics = {{"fibers", "fibers with data as trigger"}}},
    make_block<Universe>());

}  // namespace
}  // namespace fiberloom
