// Test lockstep: passes a token from every input to the output of the same number, all in one
// firing. Written in several styles, each in two versions whose ports stand in another order in the
// code; the cycles must not depend on it.

#include "sim/block.h"
#include "sim/fire_ports.h"

namespace fiberloom {
namespace {

class TestLockstep final : public Block {
 public:
  explicit TestLockstep(const BlockContext& context)
      : Block(context),
        in_(inputs_of("in{k}")),
        out_(outputs_of("out{k}")),
        style_(context.parameters().name("style")),
        permuted_(context.parameters().boolean("permuted")) {}

  void start() override {
    if (style_ == "ports" || in_.size() != 2) {
      main().start(by_ports());
    } else if (style_ == "peek") {
      main().start(permuted_ ? by_peek(*in_[1], *in_[0], *out_[1], *out_[0])
                             : by_peek(*in_[0], *in_[1], *out_[0], *out_[1]));
    } else if (style_ == "take") {
      main().start(permuted_ ? by_take_permuted() : by_take());
    } else {
      main().start(permuted_ ? by_fire(*in_[1], *in_[0], *out_[1], *out_[0])
                             : by_fire(*in_[0], *in_[1], *out_[0], *out_[1]));
    }
  }

 private:
  Task by_fire(In& a, In& b, Out& x, Out& y) {
    for (;;) {
      const auto [s, t] = co_await fire(pop(a, b), push(x, y));
      x << s;
      y << t;
      if (s.is_done()) {
        co_return;
      }
    }
  }

  /// Sees the tokens first, then moves them one after the other, which takes two firings.
  Task by_peek(In& a, In& b, Out& x, Out& y) {
    for (;;) {
      co_await peek(a, b);
      const auto [s, t] = co_await fire(pop(a, b), push(y, x));
      x << s;
      y << t;
      if (s.is_done()) {
        co_return;
      }
    }
  }

  /// The first operand is taken ahead, then both are put.
  Task by_take() {
    for (;;) {
      const Token s = co_await take(*in_[0]);
      const Token t = co_await fire(pop(*in_[1]), push(*out_[0], *out_[1]));
      *out_[0] << s;
      *out_[1] << t;
      if (s.is_done()) {
        co_return;
      }
    }
  }
  Task by_take_permuted() {
    for (;;) {
      const Token s = co_await take(*in_[0]);
      const Token t = co_await fire(pop(*in_[1]), push(*out_[1], *out_[0]));
      *out_[1] << t;
      *out_[0] << s;
      if (s.is_done()) {
        co_return;
      }
    }
  }

  Task by_ports() {
    std::vector<In*> in = in_;
    std::vector<Out*> out = out_;
    if (permuted_) {
      std::ranges::reverse(in);
      std::ranges::reverse(out);
    }
    for (;;) {
      const std::vector<Token> tokens = co_await fire_ports(main(), in, out);
      for (size_t k = 0; k < out.size(); ++k) {
        *out[k] << tokens[k];
      }
      if (tokens[0].is_done()) {
        co_return;
      }
    }
  }

  std::vector<In*> in_;
  std::vector<Out*> out_;
  std::string style_;
  bool permuted_;
};

/// The second version of a pointwise loop: takes in1 and in0 in the other order.
class TestFirst final : public Block {
 public:
  explicit TestFirst(const BlockContext& context)
      : Block(context), permuted_(context.parameters().boolean("permuted")) {}
  void start() override { main().start(permuted_ ? run_permuted() : run()); }

 private:
  Task run() {
    co_await each_while(
        pop(a_, b_), push(out_), [](Token a, Token b) { return !a.is_done() && !b.is_done(); },
        [](Token a, Token) { return a; });
    co_await fire(pop(a_, b_), push(out_));
    out_ << done_token();
  }
  Task run_permuted() {
    co_await each_while(
        pop(b_, a_), push(out_), [](Token b, Token a) { return !a.is_done() && !b.is_done(); },
        [](Token, Token a) { return a; });
    co_await fire(pop(b_, a_), push(out_));
    out_ << done_token();
  }

  In& a_ = input("in0");
  In& b_ = input("in1");
  Out& out_ = output("out0");
  bool permuted_;
};

const ParameterSpec kPermuted = {.name = "permuted",
                                 .type = ParameterType::boolean,
                                 .summary = "the other order of ports",
                                 .fallback = false};

const BlockRegistration lockstep({.type = "test_lockstep",
                                  .summary = "moves several streams in step",
                                  .inputs = {{.name = "in{k}",
                                              .depth = {.from = DepthRule::From::any}}},
                                  .outputs = {{.name = "out{k}",
                                               .depth = {.from = DepthRule::From::mirror},
                                               .mirrors = "in{k}"}},
                                  .parameters = {{.name = "style",
                                                  .type = ParameterType::name,
                                                  .summary = "how it is written",
                                                  .fallback = std::string("fire"),
                                                  .choices = {"fire", "peek", "take", "ports"}},
                                                 kPermuted}},
                                 make_block<TestLockstep>());

const BlockRegistration first(
    {.type = "test_first",
     .summary = "the first of two streams that move in step",
     .inputs = {{.name = "in0", .depth = {.from = DepthRule::From::any}},
                {.name = "in1", .depth = {.from = DepthRule::From::any}}},
     .outputs = {{.name = "out0", .depth = {.from = DepthRule::From::mirror}, .mirrors = "in0"}},
     .parameters = {kPermuted}},
    make_block<TestFirst>());

}  // namespace
}  // namespace fiberloom
