#include "reference/compare.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "einsum/parser.h"
#include "reference/evaluator.h"

namespace fiberloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

template <class T>
CoordinateList vector_of(const std::vector<T>& values) {
  CoordinateList list;
  list.shape = {values.size()};
  list.columns.resize(1);
  for (size_t k = 0; k < values.size(); ++k) {
    list.columns[0].push_back(k);
  }
  list.values = Values(values);
  return list;
}

template <class T>
Reference reference_of(const std::string& text, const std::vector<T>& a) {
  const CoordinateList list = vector_of(a);
  const Program program = parse_program(text);
  auto results = evaluate(program, {{"a", &list}}, index_sizes(program, {{"a", {list.shape}}}));
  return results.at("y");
}

}  // namespace

TEST_CASE("the tolerance grows with the terms", "[reference]") {
  // Three terms of magnitude 2e6 that cancel to 1.
  const Reference y = reference_of<double>("y=a(i)", {1e6, 1, -1e6});
  const double tolerance = 64 * kEpsilon * 3 * 2000001;
  const auto agrees = [&](double got) {
    CoordinateList list;
    list.values = Values(std::vector<double>{got});
    return compare(list, y).agrees();
  };
  CHECK(agrees(1));
  CHECK(agrees(1 + 0.99 * tolerance));
  CHECK_FALSE(agrees(1 + 1.01 * tolerance));
  CHECK_FALSE(agrees(std::nan("")));
  CHECK_FALSE(agrees(kInfinity));
}

TEST_CASE("missing elements count as 0, mismatches are described", "[reference]") {
  const Reference y = reference_of<double>("y(i)=a(i)", {1, 0, 3, 4});
  CoordinateList got = vector_of<double>({1, 0, 3.5, 0});
  got.columns[0] = {0, 1, 2, 3};
  Comparison found = compare(got, y);
  CHECK(found.elements == 4);
  CHECK(found.mismatches == 2);
  CHECK(found.max_error == 4);
  REQUIRE(found.first.size() == 2);
  CHECK(found.first[0].coordinates == std::vector<uint64_t>{2});
  CHECK(found.first[0].got == 3.5);
  CHECK(found.first[0].expected == 3);
  CHECK(found.first[0].tolerance == 64 * kEpsilon * 3);

  got.columns[0] = {0};
  got.values = Values(std::vector<double>{1});
  found = compare(got, y);
  CHECK(found.mismatches == 2);
  CHECK(compare(got, y, {.keep = 1}).first.size() == 1);
}

TEST_CASE("entries that nobody expects", "[reference]") {
  const Reference y = reference_of<double>("y(i)=a(i)*0", {1, 2});
  CHECK(compare(vector_of<double>({0, 0}), y).agrees());
  CHECK_FALSE(compare(vector_of<double>({0, 1e-300}), y).agrees());

  const Reference z = reference_of<double>("y(i)=a(i)", {1, 2});
  CoordinateList twice = vector_of<double>({1, 2});
  twice.columns[0] = {0, 0};
  twice.values = Values(std::vector<double>{1, 1});
  CHECK(compare(twice, z).mismatches == 2);  // 0 twice, 1 missing
  CoordinateList outside = vector_of<double>({1, 2});
  outside.columns[0] = {0, 1};
  outside.columns[0].push_back(7);
  outside.values = Values(std::vector<double>{1, 2, 0});
  CHECK(compare(outside, z).mismatches == 1);
  CHECK_THAT(compare(vector_of<double>({1, 2, 0}), z).reason,
             Catch::Contains("shape (3), the reference (2)"));
}

TEST_CASE("infinities and NaN agree with themselves only", "[reference]") {
  const Reference y = reference_of<double>("y(i)=a(i)", {kInfinity, std::nan(""), -kInfinity});
  CHECK(compare(vector_of<double>({kInfinity, std::nan(""), -kInfinity}), y).agrees());
  const Comparison found = compare(vector_of<double>({-kInfinity, 1, 1e308}), y);
  CHECK(found.mismatches == 3);
  CHECK(found.max_error == kInfinity);
}

TEST_CASE("NaN may be accepted where a stored zero met an infinity", "[reference]") {
  const Reference y = reference_of<double>("y(i)=a(i)*(1/0)+1", {0, 1, 2});
  const CoordinateList got = vector_of<double>({std::nan(""), kInfinity, std::nan("")});
  CHECK(compare(got, y).mismatches == 2);
  const Comparison lenient = compare(got, y, {.accept_ieee_nan = true});
  CHECK(lenient.mismatches == 1);
  CHECK(lenient.accepted_nan == 1);
  CHECK(lenient.first[0].coordinates == std::vector<uint64_t>{2});
}

TEST_CASE("integers agree exactly, beyond what doubles tell apart", "[reference]") {
  const int64_t large = (int64_t{1} << 60) + 1;
  const Reference y = reference_of<int64_t>("y(i)=a(i)", {large, 2});
  CHECK(compare(vector_of<int64_t>({large, 2}), y).agrees());
  CHECK_FALSE(compare(vector_of<int64_t>({large - 1, 2}), y).agrees());
  CHECK(compare(vector_of<double>({std::ldexp(1.0, 60), 2}), y).agrees());
}

TEST_CASE("the coarser type decides", "[reference]") {
  const Reference y = reference_of<double>("y(i)=a(i)/3", {1});
  CHECK(compare(vector_of<float>({1.0F / 3}), y).agrees());
  CHECK_FALSE(compare(vector_of<double>({1.0F / 3}), y).agrees());
}

}  // namespace fiberloom
