// Test arbiter: merges any number of streams of points into one, a token a firing, round robin by
// port index among those whose token is visible. Decides by time.

#include <bit>

#include "sim/block.h"
#include "sim/select.h"

namespace fiberloom {
namespace {

class TestArbiter final : public Block {
 public:
  explicit TestArbiter(const BlockContext& context) : Block(context), in_(inputs_of("in{k}")) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    std::vector<In*> live = in_;
    std::vector<size_t> number(live.size());
    for (size_t k = 0; k < number.size(); ++k) {
      number[k] = k;
    }
    size_t next = 0;  // the port that has the first turn
    while (!live.empty()) {
      const uint64_t visible = co_await select(main(), live);
      // The first visible port at or after `next`, else the first.
      size_t chosen = live.size();
      size_t first = live.size();
      for (size_t k = live.size(); k-- > 0;) {
        if ((visible >> k & 1) != 0) {
          first = k;
          chosen = number[k] >= next ? k : chosen;
        }
      }
      chosen = chosen == live.size() ? first : chosen;
      next = number[chosen] + 1;
      In& in = *live[chosen];
      if (in.peek().is_data() || in.peek().is_empty()) {
        const Token token = co_await fire(pop(in), push(out_));
        out_ << token;
        continue;
      }
      const Token token = co_await fire(pop(in));
      if (token.is_done()) {
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(chosen));
        number.erase(number.begin() + static_cast<std::ptrdiff_t>(chosen));
      }
    }
    co_await fire(push(out_));
    out_ << done_token();
  }

  std::vector<In*> in_;
  Out& out_ = output("out");
};

const BlockRegistration registration(
    {.type = "test_arbiter",
     .summary = "merges streams by arrival, without their stops",
     .inputs = {{.name = "in{k}", .depth = {.from = DepthRule::From::any}}},
     .outputs = {{.name = "out", .depth = {.from = DepthRule::From::any}, .mirrors = "in{k}"}}},
    make_block<TestArbiter>());

}  // namespace
}  // namespace fiberloom
