#include "einsum/typing.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "einsum/arithmetic.h"
#include "einsum/constants.h"
#include "einsum/parser.h"

namespace fiberloom {

using enum ComponentType;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("a statement computes in its widest type", "[einsum]") {
  const ComponentTypes types = {{"n", int32}, {"m", int64}, {"f", float32}, {"d", float64}};
  const auto [text, expected] = GENERATE(table<std::string, ComponentType>({
      {"y(i)=n(i)*n(i)", int32},
      {"y(i)=n(i)*m(i)", int64},
      {"y(i)=m(i)+f(i)", float32},
      {"y(i)=f(i)*d(i)", float64},
      {"y(i)=2*n(i)", int32},
      {"y(i)=n(i)/2", int32},
      {"y(i)=1/2*n(i)", float64},
      {"y(i)=4/2*n(i)", int32},
      {"y(i)=0.5*n(i)", float64},
      {"y(i)=0.5*f(i)", float32},
      {"y(i)=3000000000*n(i)", int64},
      {"y(i)=1e30*n(i)", float64},
      {"y(i)=pow(n(i),3)", int32},
      {"y(i)=pow(n(i),-1)", float64},
      {"y(i)=sqrt(n(i))", float64},
      {"y(i)=abs(relu(max(n(i),3)))", int32},
      {"y=1/2", float64},
      {"d(i)=n(i)", float64},  // the result's own type counts
      {"y=n(i)*x(i)", int32},  // x has no type here: statement_types gives it one
  }));
  CAPTURE(text);
  CHECK(compute_type(parse_statement(text), types) == expected);
}

TEST_CASE("types go from statement to statement", "[einsum]") {
  const Program program = parse_program("t(i)=n(i)*2; y(i)=t(i)*0.5; t(i)=y(i)*x(i)");
  const auto types = statement_types(program, {{"n", int64}, {"y", float32}});
  REQUIRE(types.size() == 3);
  CHECK((types[0].compute == int64 && types[0].result == int64));
  CHECK((types[1].compute == float32 && types[1].result == float32));
  CHECK((types[2].compute == float64 && types[2].result == float64));
}

TEST_CASE("numbers among themselves are exact reals", "[einsum]") {
  CHECK(constant_value(parse_expression("1/2")) == 0.5);
  CHECK(constant_value(parse_expression("-(3-5)*max(2,4)/pow(2,3)")) == 1.0);
  CHECK(constant_value(parse_expression("0/0 + 0*(1/0)")) == 0.0);
  CHECK(constant_value(parse_expression("-1/(0*-1)")) == -kInfinity);
  CHECK_FALSE(constant_value(parse_expression("2*x")));
  CHECK_FALSE(constant_value(parse_expression("sum_i(2)")));
}

TEST_CASE("integers wrap around and truncate", "[einsum]") {
  constexpr int32_t kSmallest = std::numeric_limits<int32_t>::min();
  constexpr int32_t kLargest = std::numeric_limits<int32_t>::max();
  CHECK(apply(Operator::add, kLargest, 1) == kSmallest);
  CHECK(apply(Operator::mul, kLargest, 2) == -2);
  CHECK(apply(Operator::sub, kSmallest, 1) == kLargest);
  CHECK(apply(Operator::div, kSmallest, -1) == kSmallest);
  CHECK(apply(Operator::div, -7, 2) == -3);
  CHECK(apply_function(Operator::abs, kSmallest) == kSmallest);
  CHECK(apply_function(Operator::pow, int64_t{3}, 40) == -6289078614652622815);
  CHECK(apply_function(Operator::pow, 0, 0) == 1);
}

TEST_CASE("zero annihilates and counts as +0", "[einsum]") {
  CHECK(apply(Operator::mul, 0.0, kInfinity) == 0);
  CHECK(apply(Operator::mul, kNan, 0.0) == 0);
  CHECK(apply(Operator::div, 0.0, 0.0) == 0);
  CHECK(apply(Operator::div, 0.0, kNan) == 0);
  CHECK(apply(Operator::div, -2.0, -0.0) == -kInfinity);
  CHECK(apply_function(Operator::pow, -0.0, -1) == kInfinity);
  CHECK(std::isnan(apply(Operator::max, 1.0, kNan)));
  CHECK(std::isnan(apply(Operator::min, kNan, 1.0)));
  CHECK(std::isnan(apply_function(Operator::relu, kNan)));
}

}  // namespace fiberloom
