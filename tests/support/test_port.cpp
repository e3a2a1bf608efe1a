// Test port: a memory port that several clients share. Serves one request a firing, round robin by
// port index among those visible; the answer is what was asked, not before `answer` cycles later.

#include "sim/block.h"
#include "sim/select.h"

namespace fiberloom {
namespace {

class TestPort final : public Block {
 public:
  explicit TestPort(const BlockContext& context)
      : Block(context),
        in_(inputs_of("in{k}")),
        out_(outputs_of("out{k}")),
        answer_(context.parameters().count("answer")) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    std::vector<size_t> live(in_.size());
    for (size_t k = 0; k < live.size(); ++k) {
      live[k] = k;
    }
    size_t turn = 0;
    while (!live.empty()) {
      std::vector<In*> ports;
      for (size_t k = 0; k < live.size(); ++k) {
        ports.push_back(in_[live[(turn + k) % live.size()]]);
      }
      const uint64_t visible = co_await select(main(), ports);
      size_t chosen = 0;
      while ((visible >> chosen & 1) == 0) {
        ++chosen;
      }
      const size_t place = (turn + chosen) % live.size();
      In& in = *in_[live[place]];
      Out& out = *out_[live[place]];
      const Token token = co_await fire(pop(in), push(out));
      // Requests of data go to memory; the rest only passes, behind it.
      out.push(token, main().at, token.is_data() ? main().at + answer_ : 0);
      turn = place + 1;
      if (token.is_done()) {
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(place));
        turn = place;
      }
    }
  }

  std::vector<In*> in_;
  std::vector<Out*> out_;
  uint64_t answer_;
};

const BlockRegistration registration(
    {.type = "test_port",
     .summary = "one memory port for several clients",
     .inputs = {{.name = "in{k}", .depth = {.from = DepthRule::From::any}}},
     .outputs = {{.name = "out{k}",
                  .depth = {.from = DepthRule::From::mirror},
                  .mirrors = "in{k}"}},
     .parameters = {{.name = "answer",
                     .summary = "cycles from a request to its answer at the earliest",
                     .fallback = uint64_t{1}}}},
    make_block<TestPort>());

}  // namespace
}  // namespace fiberloom
