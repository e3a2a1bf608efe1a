// Test sink: as `sink`, but keeps what it takes and when, and can be told when to take it.

#include "sim/block.h"
#include "support/records.h"

namespace fiberloom {

std::map<std::string, testing::Events>& testing::sink_records() {
  static std::map<std::string, Events> records;
  return records;
}

namespace {

class TestSink final : public Block {
 public:
  explicit TestSink(const BlockContext& context)
      : Block(context),
        events_(testing::sink_records()[context.name()]),
        taken_(context.parameters().integers("taken")) {
    events_.clear();
  }
  void start() override { main().start(run()); }

 private:
  Task run() {
    for (const uint64_t cycle : taken_) {
      if (main().now < cycle) {
        co_await delay(main(), cycle - main().now);
      }
      const Token token = co_await fire(pop(in_));
      events_.push_back({token, main().at});
      if (token.is_done()) {
        co_return;
      }
    }
    co_await each_while(
        pop(in_), [](Token token) { return !token.is_done(); },
        [this](Cycle at, Token token) {
          events_.push_back({token, at});
        });
    const Token token = co_await fire(pop(in_));
    events_.push_back({token, main().at});
  }

  In& in_ = input("in");
  testing::Events& events_;
  std::vector<uint64_t> taken_;
};

const BlockRegistration registration(
    {.type = "test_sink",
     .summary = "takes a stream to its end and keeps it",
     .inputs = {{.name = "in", .depth = {.from = DepthRule::From::any}}},
     .parameters = {{.name = "taken",
                     .type = ParameterType::integers,
                     .summary = "for each token the first cycle in which it may be taken",
                     .fallback = std::vector<uint64_t>{}}},
     .ends_run = true},
    make_block<TestSink>());

}  // namespace
}  // namespace fiberloom
