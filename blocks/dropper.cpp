// Coordinate dropper: removes the outer coordinates whose inner fiber is empty, and the stops of
// those fibers, from all streams inside of them (SAM paper, section 3.6; SAM leaves the stops in).
//
//   outer 0 1 2 S0 D, in0 5 S0 S0 6 S1 D   ->   outer 0 2 S0 D, out0 5 S0 6 S1 D
//   outer 0 S0 D,     in0 S1 D             ->   outer S0 D,     out0 S1^1 D
//
// in0 decides; in1, in2, ... are deeper passengers (coordinates, references, values). A fiber's
// stop is held back until what follows is known: at the next fiber that passes it leaves as it
// came, at outer's own stop Sn^e it is merged into S(n+1), with e+1 where no fiber had passed. The
// outer coordinate is taken ahead, as by a repeater. The main process reads outer and in0; every
// passenger has a process of its own that follows.

#include <deque>
#include <optional>

#include "sim/block.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

/// What the main process tells the passengers, as a token's payload.
struct Order {
  enum class Kind : uint8_t { pass, drop, close };
  Kind kind = Kind::pass;
  bool unread = false;  ///< close: the inputs still show the stop of an outer fiber that was empty
  uint32_t level = 0;   ///< close: n of outer's stop
  uint32_t unborn = 0;  ///< close: e of outer's stop

  Token token() const {
    return data_token(static_cast<uint64_t>(kind) | uint64_t{unread} << 2 | uint64_t{level} << 8 |
                      uint64_t{unborn} << 32);
  }
  static Order of(Token token) {
    return {.kind = static_cast<Kind>(token.payload & 3),
            .unread = (token.payload >> 2 & 1) != 0,
            .level = static_cast<uint32_t>(token.payload >> 8 & 0xffffff),
            .unborn = static_cast<uint32_t>(token.payload >> 32)};
  }
};

class Dropper final : public Block {
 public:
  explicit Dropper(const BlockContext& context) : Block(context) {
    const int base = wired().input("in0")->type.depth;
    for (const InputPort& port : wired().inputs) {
      if (port.family->name != "in{k}") {
        continue;
      }
      Process& process = add_process(port.name);
      Passenger& made = passengers_.emplace_back(
          Passenger{.process = process,
                    .in = input(port.name, process),
                    .out = output("out" + std::to_string(port.index), process),
                    .orders = input("orders" + std::to_string(port.index), process),
                    .deeper = static_cast<uint32_t>(port.type.depth - base)});
      join(orders_, made.orders, {});
    }
  }
  void start() override {
    main().start(run());
    for (Passenger& passenger : passengers_) {
      passenger.process.start(follow(passenger));
    }
  }
  std::vector<uint64_t> statistics() const override { return {dropped_}; }

 private:
  struct Passenger {
    Process& process;
    In& in;
    Out& out;
    In& orders;
    uint32_t deeper;  ///< levels below in0
  };

  Task run() {
    bool fresh = true;   // outer's fiber has shown no coordinate yet
    bool holds = false;  // the stop of a fiber that passed is held back
    for (;;) {
      const Token outer = co_await take(outer_);  // ahead: else depth 1 deadlocks
      if (outer.is_data()) {
        fresh = false;
        const Token inner = co_await peek(in_);
        if (!inner.is_data()) {
          co_await fire(pop(in_), push(orders_));
          expect(*this, inner.is_stop(), outer_, outer, in_, inner);
          ++dropped_;
          orders_ << Order{.kind = Order::Kind::drop}.token();
          continue;
        }
        if (holds) {
          co_await fire(push(out_));
          out_ << stop_token(0);
        }
        co_await fire(pop(in_), push(outer_out_, out_, orders_));
        outer_out_ << outer;
        out_ << inner;
        orders_ << Order{.kind = Order::Kind::pass}.token();
        co_await each_while(
            pop(in_), push(out_), [](Token token) { return token.is_data(); },
            [](Token token) { return token; });
        co_await take(in_);
        holds = true;
      } else if (outer.is_stop()) {
        const Token merged = stop_token(outer.level() + 1, holds ? 0 : outer.unborn() + 1);
        if (fresh) {  // the fiber had no coordinate: in0 still shows its stop
          const Token inner = co_await fire(pop(in_), push(outer_out_, out_, orders_));
          expect(*this, same_token(inner, merged), outer_, outer, in_, inner);
        } else {
          co_await fire(push(outer_out_, out_, orders_));
        }
        outer_out_ << outer;
        out_ << merged;
        orders_ << Order{.kind = Order::Kind::close,
                         .unread = fresh,
                         .level = outer.level(),
                         .unborn = outer.unborn()}
                       .token();
        fresh = true;
        holds = false;
      } else {
        const Token inner = co_await fire(pop(in_), push(outer_out_, out_, orders_));
        expect(*this, inner.is_done(), outer_, outer, in_, inner);
        outer_out_ << outer;
        out_ << outer;
        orders_ << outer;
        co_return;
      }
    }
  }

  static Task follow(Passenger& passenger) {
    const uint32_t deeper = passenger.deeper;
    std::optional<uint32_t> held;  // e of the stop that is held back
    for (;;) {
      const Token token = co_await take(passenger.orders);
      if (token.is_done()) {
        co_await fire(pop(passenger.in), push(passenger.out));
        passenger.out << token;
        co_return;
      }
      const Order order = Order::of(token);
      if (order.kind == Order::Kind::pass) {
        if (held) {
          co_await fire(push(passenger.out));
          passenger.out << stop_token(deeper, *held);
        }
        co_await each_while(
            pop(passenger.in), push(passenger.out),
            [deeper](Token t) { return t.is_point() || (t.is_stop() && t.level() < deeper); },
            [](Token t) { return t; });
        held = (co_await take(passenger.in)).unborn();
      } else if (order.kind == Order::Kind::drop) {
        co_await take(passenger.in);
      } else {
        if (order.unread) {
          co_await take(passenger.in);
        }
        co_await fire(push(passenger.out));
        passenger.out << stop_token(order.level + 1 + deeper,
                                    held ? *held : order.unborn + 1 + deeper);
        held.reset();
      }
    }
  }

  In& outer_ = input("outer");
  In& in_ = input("in0");
  Out& outer_out_ = output("outer");
  Out& out_ = output("out0");
  Out& orders_ = output("orders");
  std::deque<Passenger> passengers_;
  uint64_t dropped_ = 0;
};

const BlockRegistration registration(
    {.type = "dropper",
     .summary = "removes outer coordinates whose inner fiber is empty",
     .aliases = {"crddrop"},
     .inputs = {{.name = "outer", .kind = StreamKind::crd, .summary = "the outer coordinates"},
                {.name = "in0",
                 .kind = StreamKind::crd,
                 .depth = {.offset = 1},
                 .summary = "the inner coordinates, which decide"},
                {.name = "in{k}",
                 .depth = {.from = DepthRule::From::deeper, .offset = 1},
                 .summary = "passenger {k}, from 1: any stream inside of outer",
                 .optional = true,
                 .payload = {StreamKind::crd, StreamKind::ref, StreamKind::val},
                 .first = 1}},
     .outputs = {{.name = "outer", .kind = StreamKind::crd, .summary = "the coordinates that stay"},
                 {.name = "out0",
                  .kind = StreamKind::crd,
                  .depth = {.offset = 1},
                  .summary = "their inner coordinates"},
                 {.name = "out{k}",
                  .depth = {.from = DepthRule::From::mirror},
                  .summary = "passenger {k}",
                  .mirrors = "in{k}"}},
     .statistics = {{"dropped", "outer coordinates that were removed"}}},
    make_block<Dropper>());

}  // namespace
}  // namespace fiberloom
