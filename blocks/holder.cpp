// Coordinate holder: repeats the outer coordinate for each inner one, so that both streams have the
// inner one's shape (SAM paper, section 3.5; SAM puts it in front of its accumulators).
//
//   outer 3 5 S0 D, inner 1 2 S0 4 S1 D   ->   outer 3 3 S0 5 S1 D, inner as it was
//   outer Sm^e      no coordinate: inner shows S(m+1)^(e+1), which both put

#include "sim/block.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

class Holder final : public Block {
 public:
  using Block::Block;
  void start() override { main().start(run()); }

 private:
  Task run() {
    for (;;) {
      const Token outer = co_await take(outer_);
      if (!outer.is_data()) {
        const Token inner = co_await fire(pop(inner_), push(outer_out_, inner_out_));
        const bool fits =
            outer.is_done() ? inner.is_done()
                            : same_token(inner, stop_token(outer.level() + 1, outer.unborn() + 1));
        expect(*this, fits, outer_, outer, inner_, inner);
        put(inner, inner);
        if (outer.is_done()) {
          co_return;
        }
        continue;
      }
      for (;;) {
        const Token inner = co_await peek(inner_);
        if (inner.is_data()) {
          co_await fire(pop(inner_), push(outer_out_, inner_out_));
          put(outer, inner);
          continue;
        }
        if (inner.level() > 0) {
          const auto [stop, o] = co_await fire(pop(inner_, outer_), push(outer_out_, inner_out_));
          expect(*this, stop.is_stop() && same_token(o, stop_token(stop.level() - 1)), inner_, stop,
                 outer_, o);
        } else {
          co_await fire(pop(inner_), push(outer_out_, inner_out_));
          expect(*this, inner.is_stop() && inner.unborn() == 0, inner_, inner, outer_, outer);
        }
        put(inner, inner);
        break;
      }
    }
  }

  void put(Token outer, Token inner) {
    outer_out_ << outer;
    inner_out_ << inner;
  }

  In& outer_ = input("outer");
  In& inner_ = input("inner");
  Out& outer_out_ = output("outer");
  Out& inner_out_ = output("inner");
};

const BlockRegistration registration(
    {.type = "holder",
     .summary = "repeats the outer coordinate for each inner one",
     .aliases = {"crdhold"},
     .inputs = {{.name = "outer", .kind = StreamKind::crd, .summary = "the outer coordinates"},
                {.name = "inner",
                 .kind = StreamKind::crd,
                 .depth = {.offset = 1},
                 .summary = "the inner coordinates"}},
     .outputs = {{.name = "outer",
                  .kind = StreamKind::crd,
                  .depth = {.offset = 1},
                  .summary = "the outer coordinate, once for each inner one"},
                 {.name = "inner",
                  .kind = StreamKind::crd,
                  .depth = {.offset = 1},
                  .summary = "the inner coordinates"}}},
    make_block<Holder>());

}  // namespace
}  // namespace fiberloom
