// Stop dropper: turns a stream into points by leaving its stops out; N and D pass. Every stop costs
// a cycle. (SAM's StknDrop, which its accumulators need in front of them; ours take streams.)
//
//   5 S0 6 7 S1 D   ->   5 6 7 D

#include "sim/block.h"

namespace fiberloom {
namespace {

class StopDropper final : public Block {
 public:
  using Block::Block;
  void start() override { main().start(run()); }
  std::vector<uint64_t> statistics() const override { return {dropped_}; }

 private:
  Task run() {
    for (;;) {
      co_await each_while(
          pop(in_), push(out_), [](Token token) { return token.is_point(); },
          [](Token token) { return token; });
      co_await each_while(
          pop(in_), [](Token token) { return token.is_stop(); },
          [this](Cycle, Token) { ++dropped_; });
      if ((co_await peek(in_)).is_done()) {
        break;
      }
    }
    co_await fire(pop(in_), push(out_));
    out_ << done_token();
  }

  In& in_ = input("in");
  Out& out_ = output("out");
  uint64_t dropped_ = 0;
};

const BlockRegistration registration(
    {.type = "stop_dropper",
     .summary = "leaves the stops of a stream out",
     .inputs = {{.name = "in", .depth = {.from = DepthRule::From::any}, .summary = "any stream"}},
     .outputs = {{.name = "out",
                  .depth = {.from = DepthRule::From::any},
                  .summary = "its points, and D",
                  .mirrors = "in"}},
     .statistics = {{"dropped", "stops that were left out"}}},
    make_block<StopDropper>());

}  // namespace
}  // namespace fiberloom
