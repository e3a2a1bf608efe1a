// Repeat signal generator: one signal R for every coordinate, so that a repeater repeats its
// operand as often as a loop runs (SAM paper, section 3.2).
//
//   data      R
//   Sn^e      the same stop, level and e kept

#include "sim/block.h"

namespace fiberloom {
namespace {

class RepeatSignal final : public Block {
 public:
  using Block::Block;
  void start() override { main().start(run()); }

 private:
  Task run() {
    co_await each_while(
        pop(crd_), push(repsig_), [](Token token) { return !token.is_done(); },
        [](Token token) { return token.is_data() ? data_token(0) : token; });
    co_await fire(pop(crd_), push(repsig_));
    repsig_ << done_token();
  }

  In& crd_ = input("crd");
  Out& repsig_ = output("repsig");
};

const BlockRegistration registration(
    {.type = "repeat_signal",
     .summary = "a repeat signal for every coordinate of a loop",
     .aliases = {"repsiggen"},
     .inputs = {{.name = "crd", .kind = StreamKind::crd, .summary = "the loop's coordinates"}},
     .outputs = {{.name = "repsig", .kind = StreamKind::repsig, .summary = "the signals"}}},
    make_block<RepeatSignal>());

}  // namespace
}  // namespace fiberloom
