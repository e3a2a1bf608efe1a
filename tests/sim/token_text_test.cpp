#include "sim/token_text.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/diagnostic.h"
#include "sim/stream_shape.h"
#include "tensor/level.h"

namespace fiberloom {
namespace {

TEST_CASE("tokens are written as the docs write them", "[sim]") {
  CHECK(to_text(data_token(7), StreamKind::crd) == "7");
  CHECK(to_text(data_token(7), StreamKind::ref) == "7");
  CHECK(to_text(data_token(0), StreamKind::repsig) == "R");
  CHECK(to_text(value_token(1.5), StreamKind::val) == "1.5");
  CHECK(to_text(value_token(0.1), StreamKind::val) == "0.1");
  CHECK(to_text(value_token(0.1F), StreamKind::val, ComponentType::float32) == "0.1");
  CHECK(to_text(value_token<int32_t>(-3), StreamKind::val, ComponentType::int32) == "-3");
  CHECK(to_text(stop_token(0), StreamKind::crd) == "S0");
  CHECK(to_text(stop_token(12, 3), StreamKind::crd) == "S12^3");
  CHECK(to_text(empty_token(), StreamKind::ref) == "N");
  CHECK(to_text(done_token(), StreamKind::repsig) == "D");
}

TEST_CASE("a token reads back to itself", "[sim][property]") {
  const bool held = rc::check("a token reads back to itself", [] {
    const auto kind =
        *rc::gen::element(StreamKind::crd, StreamKind::ref, StreamKind::val, StreamKind::repsig);
    const auto type = *rc::gen::element(ComponentType::int32, ComponentType::int64,
                                        ComponentType::float32, ComponentType::float64);
    const bool n_allowed = kind == StreamKind::ref || kind == StreamKind::val;
    Token token = data_token(0);
    switch (*rc::gen::inRange(0, n_allowed ? 4 : 3)) {
      case 0:
        if (kind == StreamKind::val) {
          token = with_component_type(
              type, [](auto zero) { return value_token(*rc::gen::arbitrary<decltype(zero)>()); });
        } else if (kind != StreamKind::repsig) {
          token = data_token(*rc::gen::arbitrary<uint64_t>());
        }
        break;
      case 1: {
        const auto level = *rc::gen::inRange<uint32_t>(0, 100);
        token = stop_token(level, *rc::gen::inRange<uint32_t>(0, level + 1));
        break;
      }
      case 2:
        token = done_token();
        break;
      default:
        token = empty_token();
        break;
    }
    const Token back = token_from_text(to_text(token, kind, type), kind, type);
    RC_ASSERT(same_token(token, back));
  });
  CHECK(held);
}

TEST_CASE("a range of positions is a reference", "[sim]") {
  CHECK(token_from_text("2:5", StreamKind::ref).payload == position_range(2, 5));
  CHECK(token_from_text("0:4294967295", StreamKind::ref).payload ==
        position_range(0, kLargestRangePosition));
}

TEST_CASE("what is no token", "[sim]") {
  const std::vector<std::pair<std::string, StreamKind>> wrong = {
      {"", StreamKind::crd},
      {"x", StreamKind::crd},
      {"-1", StreamKind::crd},
      {"1.5", StreamKind::crd},
      {"1 2", StreamKind::crd},
      {"S", StreamKind::crd},
      {"S-1", StreamKind::crd},
      {"S1^", StreamKind::crd},
      {"S1^2", StreamKind::crd},
      {"S1^1^1", StreamKind::crd},
      {"s1", StreamKind::crd},
      {"d", StreamKind::crd},
      {"N", StreamKind::crd},
      {"N", StreamKind::repsig},
      {"R", StreamKind::val},
      {"R", StreamKind::crd},
      {"1", StreamKind::repsig},
      {"1:", StreamKind::ref},
      {":1", StreamKind::ref},
      {"1:2:3", StreamKind::ref},
      {"1,5", StreamKind::val},
      {"0x10", StreamKind::crd},
      {"1e3", StreamKind::ref},
      {"S4294967296", StreamKind::crd},
      {"18446744073709551616", StreamKind::crd},
      {"5:4294967296", StreamKind::ref}};
  for (const auto& [text, kind] : wrong) {
    INFO(text << " in a " << name_of(kind) << " stream");
    CHECK_THROWS_AS(token_from_text(text, kind), Error);
  }
  CHECK_THROWS_AS(token_from_text("1.5", StreamKind::val, ComponentType::int32), Error);
  CHECK_THROWS_AS(token_from_text("3000000000", StreamKind::val, ComponentType::int32), Error);
}

TEST_CASE("a stream is read with the place of what is wrong", "[sim]") {
  const auto tokens = read_stream(" 0 2\n\tS0  D\n", "f", StreamKind::crd, ComponentType::float64);
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[1].payload == 2);
  try {
    read_stream("0 1\n2 oops S0 D", "streams.txt", StreamKind::crd, ComponentType::float64);
    FAIL("was taken");
  } catch (const Error& error) {
    CHECK(error.where().file == "streams.txt");
    CHECK(error.where().line == 2);
    CHECK(error.where().column == 3);
    CHECK(error.where().length == 4);
    CHECK(error.where().text == "2 oops S0 D");
  }
}

void shape(const std::string& text, int depth, StreamKind kind = StreamKind::ref) {
  check_shape(read_stream(text, "s", kind, ComponentType::float64), {.kind = kind, .depth = depth},
              "s");
}

TEST_CASE("streams that fit their depth", "[sim]") {
  const std::vector<std::pair<std::string, int>> right = {{"0 D", 0},
                                                          {"N D", 0},
                                                          {"S0 D", 1},
                                                          {"1 2 S0 D", 1},
                                                          {"S1 D", 2},
                                                          {"S1^1 D", 2},
                                                          {"1 S0 S0 2 S1 D", 2},
                                                          {"1 S0 S1 D", 2},
                                                          {"S1^1 S2 D", 3},
                                                          {"S2^2 D", 3},
                                                          {"S2^1 D", 3},
                                                          {"1 S1 S1^1 2 S2 D", 3},
                                                          {"1 S0 2 S1 S2^1 D", 3},
                                                          {"D", kPoints},
                                                          {"1 N 2 D", kPoints}};
  for (const auto& [text, depth] : right) {
    INFO(text << ", depth " << depth);
    CHECK_NOTHROW(shape(text, depth));
  }
}

TEST_CASE("streams that do not fit their depth", "[sim]") {
  const std::vector<std::tuple<std::string, int, std::string>> wrong = {
      {"", 1, "must end in D"},
      {"1 S0", 1, "must end in D"},
      {"1 D S0 D", 1, "D before the end"},
      {"1 D", 1, "must end in S0 D"},
      {"1 S0 D", 2, "must end in S1 D"},
      {"1 S1 D", 1, "no such stop in a stream 1 loops deep"},
      {"S0 1 S0 D", 1, "the outermost stop stands before the end"},
      {"1 S1 2 S1 D", 2, "the outermost stop stands before the end"},
      {"1 S1^1 D", 2, "fibers that never began must follow a stop"},
      {"1 S0 S2^2 D", 3, "fibers that never began must follow a stop"},
      {"1 2 D", 0, "one token and D"},
      {"D", 0, "one token and D"},
      {"S0 D", 0, "no such stop"},
      {"1 S0 D", kPoints, "a stream of points has no stops"}};
  for (const auto& [text, depth, message] : wrong) {
    INFO(text << ", depth " << depth);
    CHECK_THROWS_WITH(shape(text, depth), Catch::Contains(message));
  }
}

}  // namespace
}  // namespace fiberloom
