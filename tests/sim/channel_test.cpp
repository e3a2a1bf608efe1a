// One FIFO in simulated time, by hand, in both of its forms.

#include "sim/channel.h"

#include <catch2/catch.hpp>

#include "sim/occupancy.h"

namespace fiberloom {
namespace {

Channel make(const ChannelTiming& timing, uint64_t cap = 1024, bool clocked = false) {
  return {"c", timing, cap, clocked};
}

TEST_CASE("a push waits for the pop that frees its slot", "[sim]") {
  // depth 2, two cycles to the consumer, three for a slot to come back
  Channel c = make({.depth = 2, .latency = 2, .return_latency = 3});
  CHECK(c.slot() == 0);
  c.push(data_token(10), 4);
  c.push(data_token(11), 5);
  CHECK(c.peek().visible() == 6);
  CHECK(c.peek(1).visible() == 7);
  CHECK_FALSE(c.room());
  CHECK_FALSE(c.capped());  // full in simulated time, not only on the host
  CHECK(same_token(c.pop(9), data_token(10)));
  CHECK(c.room());
  CHECK(c.slot() == 12);  // 9 + 3: push 2 cannot come earlier
  c.push(data_token(12), 12);
  CHECK(same_token(c.pop(10), data_token(11)));
  CHECK(c.slot() == 13);
  CHECK(c.pushes() == 3);
  CHECK(c.pops() == 2);
}

TEST_CASE("the clocked FIFO has registers on the way and credits on the way back", "[sim]") {
  Channel c = make({.depth = 1, .latency = 2, .return_latency = 3}, 1024, true);
  c.tick(0);
  CHECK(c.room());
  c.push(data_token(7), 0);
  CHECK_FALSE(c.room());
  CHECK(c.tick(1));
  CHECK_FALSE(c.has());
  c.tick(2);
  REQUIRE(c.has());
  CHECK(same_token(c.pop(2), data_token(7)));
  c.tick(3);
  CHECK_FALSE(c.room());
  c.tick(4);
  CHECK_FALSE(c.room());
  c.tick(5);
  CHECK(c.room());
  CHECK_FALSE(c.tick(6));  // nothing is on its way
}

TEST_CASE("a memory's answer is not visible before its time, and holds up what follows", "[sim]") {
  Channel ahead = make({});
  ahead.push(data_token(1), 3, 20);
  ahead.push(data_token(2), 4);
  CHECK(ahead.peek().visible() == 20);
  CHECK(ahead.peek(1).visible() == 5);  // but a consumer pops in order, in 20 or later
  ahead.pop(20);
  ahead.push(data_token(3), 30, 7);  // an answer that is long there
  CHECK(ahead.peek(1).visible() == 31);

  Channel clocked = make({}, 1024, true);
  clocked.push(data_token(1), 3, 20);
  clocked.push(data_token(2), 4);
  clocked.tick(19);
  CHECK_FALSE(clocked.has());
  clocked.tick(20);
  CHECK(clocked.has(2));
}

TEST_CASE("the host's cap can be doubled, and nothing is lost", "[sim]") {
  Channel c = make({}, 2);
  // So that the ring has wrapped when it grows.
  for (uint64_t k = 0; k < 3; ++k) {
    c.push(data_token(100 + k), k);
    c.pop(k + 1);
  }
  c.push(data_token(0), 5);
  CHECK_FALSE(c.capped());
  c.push(data_token(1), 6);
  CHECK_FALSE(c.room());
  CHECK(c.capped());
  c.double_cap();
  CHECK(c.room());
  CHECK(c.space() == 2);
  c.push(data_token(2), 7);
  c.push(data_token(3), 8);
  CHECK(c.capped());
  for (uint64_t k = 0; k < 4; ++k) {
    CHECK(same_token(c.pop(20 + k), data_token(k)));
  }
  CHECK(c.size() == 0);
}

TEST_CASE("a cap below the depth ends at the depth", "[sim]") {
  Channel c = make({.depth = 3}, 1);
  c.push(data_token(0), 0);
  CHECK(c.capped());
  c.double_cap();
  c.push(data_token(1), 1);
  CHECK(c.capped());
  c.double_cap();
  c.push(data_token(2), 2);
  CHECK_FALSE(c.room());
  CHECK_FALSE(c.capped());  // full, for good reason
}

TEST_CASE("what stands in a FIFO from the start", "[sim]") {
  for (const bool clocked : {false, true}) {
    Channel c = make({}, 1024, clocked);
    c.preload(data_token(0), 0);
    c.preload(done_token(), 1);
    CHECK(c.pushes() == 2);
    if (clocked) {
      c.tick(0);
      CHECK(c.size() == 1);
      c.tick(1);
    }
    REQUIRE(c.size() == 2);
    CHECK(c.pop(0).is_data());
    CHECK(c.pop(1).is_done());
  }
}

TEST_CASE("a FIFO knows the most slots that were in use", "[sim]") {
  const auto run = [](uint64_t depth, Cycle back, auto moves) {
    Channel c = make({.depth = depth, .return_latency = back});
    OccupancyMeter meter(back);
    moves(
        [&](Cycle at) {
          c.push(data_token(0), at);
          meter.pushed(data_token(0), at);
        },
        [&](Cycle at) {
          c.pop(at);
          meter.popped(data_token(0), at);
        });
    CHECK(c.peak() == meter.peak());
    return c.peak();
  };
  // pushes in 0, 1, 2, pops in 2, 3, 4; a slot is in use until the cycle after the pop
  CHECK(run(4, 1, [](auto push, auto pop) {
          for (const Cycle t : {0, 1, 2}) push(t);
          for (const Cycle t : {2, 3, 4}) pop(t);
        }) == 3);
  // the same with the host in another order
  CHECK(run(4, 1, [](auto push, auto pop) { push(0), push(1), pop(2), push(2), pop(3), pop(4); }) ==
        3);
  // pops in 1, 2, 3: the slot of token 0 is free again when token 2 comes
  CHECK(run(4, 1, [](auto push, auto pop) { push(0), pop(1), push(1), pop(2), push(2), pop(3); }) ==
        2);
  // slots that come back late stay in use
  CHECK(run(4, 3, [](auto push, auto pop) { push(0), pop(1), push(1), pop(2), push(2), pop(3); }) ==
        3);
  // what nobody pops
  CHECK(run(4, 1, [](auto push, auto) { push(0), push(5); }) == 2);
  CHECK(run(4, 1, [](auto, auto) {}) == 0);
}

TEST_CASE("a FIFO's peak is measured from pushes, not from when a memory answers", "[sim]") {
  Channel c = make({.depth = 4});
  c.push(data_token(0), 0, 50);  // asked in 0, answered in 50
  c.push(data_token(1), 1, 50);
  c.push(data_token(2), 2, 50);
  c.pop(50);
  c.pop(51);
  c.pop(52);
  CHECK(c.peak() == 3);
}

class Log final : public ChannelObserver {
 public:
  void pushed(Token token, Cycle at) override { add('+', token, at); }
  void popped(Token token, Cycle at) override { add('-', token, at); }
  std::string text;

 private:
  void add(char what, Token token, Cycle at) {
    text += what + std::to_string(token.payload) + "@" + std::to_string(at) + " ";
  }
};

TEST_CASE("an observer sees every push and pop", "[sim]") {
  for (const bool clocked : {false, true}) {
    Channel c = make({.depth = 2}, 1024, clocked);
    Log log;
    c.observe(&log);
    c.push(data_token(5), 3);
    if (clocked) {
      c.tick(4);
    }
    c.pop(9);
    CHECK(log.text == "+5@3 -5@9 ");
    CHECK(c.observed());
  }
}

}  // namespace
}  // namespace fiberloom
