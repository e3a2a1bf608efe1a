// Repeater: puts its operand once for every repeat signal of a fiber (SAM paper, section 3.2).
//
//   in: data or N   put for every R; at the signals' stop Sn goes on to the next operand, and for
//                   n > 0 takes S(n-1) from `in` with it
//   in: Sm^e        no operand: the signals show S(m+1)^(e+1), which is put
//
// The operand is taken before its signals: a repeater that takes it last deadlocks at depth 1.

#include "sim/block.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

class Repeater final : public Block {
 public:
  explicit Repeater(const BlockContext& context)
      : Block(context), looks_ahead_(context.timing.boolean("looks_ahead")) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    for (;;) {
      const Token operand = co_await take(in_);
      if (!operand.is_point()) {
        const Token signal = co_await fire(pop(repsig_), push(out_));
        const bool fits =
            operand.is_done()
                ? signal.is_done()
                : same_token(signal, stop_token(operand.level() + 1, operand.unborn() + 1));
        expect(*this, fits, repsig_, signal, in_, operand);
        out_ << signal;
        if (operand.is_done()) {
          co_return;
        }
        continue;
      }
      co_await each_while(
          pop(repsig_), push(out_), [](Token signal) { return signal.is_data(); },
          [operand](Token) { return operand; });
      const Token end = co_await peek(repsig_);
      if (looks_ahead_) {
        co_await peek(in_);
      }
      if (end.level() > 0) {
        const auto [stop, outer] = co_await fire(pop(repsig_, in_), push(out_));
        expect(*this, stop.is_stop() && same_token(outer, stop_token(stop.level() - 1)), repsig_,
               stop, in_, outer);
      } else {
        co_await fire(pop(repsig_), push(out_));
        expect(*this, end.is_stop() && end.unborn() == 0, repsig_, end, in_, operand);
      }
      out_ << end;
    }
  }

  In& in_ = input("in");
  In& repsig_ = input("repsig");
  Out& out_ = output("out");
  bool looks_ahead_;
};

const BlockRegistration registration(
    {.type = "repeater",
     .summary = "repeats an operand for every coordinate of an inner loop",
     .aliases = {"repeat"},
     .inputs = {{.name = "in",
                 .summary = "references or values; the root stream where nothing feeds it",
                 .optional = true,
                 .payload = {StreamKind::ref, StreamKind::val, StreamKind::crd}},
                {.name = "repsig",
                 .kind = StreamKind::repsig,
                 .depth = {.offset = 1},
                 .summary = "how often"}},
     .outputs = {{.name = "out",
                  .depth = {.offset = 1},
                  .summary = "the operand, once for every signal",
                  .mirrors = "in"}},
     .timing = {{.name = "looks_ahead",
                 .type = ParameterType::boolean,
                 .summary = "a stop waits for the next operand (SAM)",
                 .fallback = false}}},
    make_block<Repeater>());

}  // namespace
}  // namespace fiberloom
