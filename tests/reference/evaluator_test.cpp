#include "reference/evaluator.h"

#include <algorithm>
#include <random>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "einsum/checker.h"
#include "einsum/parser.h"

namespace fiberloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T = double>
CoordinateList vector_of(const std::vector<std::pair<uint64_t, T>>& entries, uint64_t size) {
  CoordinateList list;
  list.shape = {size};
  list.columns.resize(1);
  std::vector<T> values;
  for (const auto& [coordinate, value] : entries) {
    list.columns[0].push_back(coordinate);
    values.push_back(value);
  }
  list.values = Values(values);
  return list;
}

template <class T = double>
CoordinateList scalar_of(T value) {
  CoordinateList list;
  list.values = Values(std::vector<T>{value});
  return list;
}

/// A matrix with `count` entries drawn evenly, some of them repeated.
CoordinateList random_matrix(uint64_t rows, uint64_t columns, size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  CoordinateList list;
  list.shape = {rows, columns};
  list.columns.resize(2);
  std::vector<double> values;
  for (size_t entry = 0; entry < count; ++entry) {
    list.columns[0].push_back(random() % rows);
    list.columns[1].push_back(random() % columns);
    values.push_back(1 + static_cast<double>(random() % 9));
  }
  list.values = Values(values);
  return list;
}

struct Run {
  std::string text;
  std::map<std::string, CoordinateList> data;
  std::vector<SizeOption> options = {};
  ComponentTypes types = {};
  ReferenceLimits limits = {};

  std::map<std::string, Reference> results() const {
    const Program program = parse_program(text);
    check(program);
    TensorShapes shapes;
    ReferenceOperands operands;
    for (const auto& [name, list] : data) {
      shapes[name] = {list.shape, false};
      operands[name] = &list;
    }
    return evaluate(program, operands, index_sizes(program, shapes, options), types, limits);
  }
};

double value_at(const Reference& result, const std::vector<uint64_t>& point) {
  const auto found = result.at(point);
  return found ? found->value : 0;
}

}  // namespace

TEST_CASE("the accuracy of a sum of products is its terms", "[reference]") {
  const Run run{"y=a(i)*b(i)-c",
                {{"a", vector_of({{0, 2}, {1, -3}, {3, 9}}, 4)},
                 {"b", vector_of({{0, 10}, {1, 10}, {2, 7}}, 4)},
                 {"c", scalar_of(5.0)}}};
  const auto results = run.results();
  const auto element = results.at("y").at({});
  REQUIRE(element);
  CHECK(element->value == -15);
  CHECK(element->accuracy.magnitude == 20 + 30 + 5);
  CHECK(element->accuracy.terms == 3);
}

TEST_CASE("a result holds the points where a term contributes", "[reference]") {
  const Run run{"y(i)=a(i)*b(i)+c(i)",
                {{"a", vector_of({{0, 1}, {1, 0}, {2, 1}}, 5)},
                 {"b", vector_of({{1, 1}, {2, 1}}, 5)},
                 {"c", vector_of({{2, -1}}, 5)}}};
  const auto results = run.results();
  const Reference& y = results.at("y");
  CHECK(y.shape() == std::vector<uint64_t>{5});
  CHECK(y.size() == 2);
  CHECK(y.at(std::vector<uint64_t>{1}));  // a stored zero is an entry
  CHECK(y.at(std::vector<uint64_t>{2}));  // and so is a sum that cancels
  const CoordinateList list = y.list();
  CHECK(list.entries() == 2);
  CHECK(list.values.real(0) == 0);
}

TEST_CASE("repeated coordinates count as their sum", "[reference]") {
  const Run run{"y(i)=a(i)*a(i)", {{"a", vector_of({{1, 2}, {0, 1}, {1, 3}}, 2)}}};
  const auto results = run.results();
  CHECK(value_at(results.at("y"), {1}) == 25);
}

TEST_CASE("an absent divisor makes infinity, whatever the format", "[reference]") {
  const Run run{"y(i)=x(i)/a(j)",
                {{"x", vector_of({{0, -3}, {1, 0}}, 3)}, {"a", vector_of({{0, 2}}, 2)}}};
  const auto results = run.results();
  CHECK(value_at(results.at("y"), {0}) == -kInfinity);
  CHECK(value_at(results.at("y"), {1}) == 0);
  CHECK_FALSE(results.at("y").at(std::vector<uint64_t>{2}));
}

TEST_CASE("functions of nothing, and what they broadcast to", "[reference]") {
  const Run run{"y(i)=exp(x(i)); z=max_i(x(i)); w=min_i(x(i)); p=product_i(x(i))",
                {{"x", vector_of({{1, -2}}, 3)}}};
  const auto results = run.results();
  CHECK(results.at("y").size() == 3);
  CHECK(value_at(results.at("y"), {0}) == 1);
  CHECK(value_at(results.at("z"), {}) == 0);
  CHECK(value_at(results.at("w"), {}) == -2);
  CHECK(value_at(results.at("p"), {}) == 0);
}

TEST_CASE("old contents, later statements and what starts empty", "[reference]") {
  const Run run{"y(i)+=a(i); t(i)=y(i)*2; y(i)+=t(i); s(i)+=a(i)",
                {{"y", vector_of({{0, 1}}, 2)}, {"a", vector_of({{0, 10}, {1, 20}}, 2)}}};
  const auto results = run.results();
  CHECK(value_at(results.at("y"), {0}) == 33);
  CHECK(value_at(results.at("y"), {1}) == 60);
  CHECK(value_at(results.at("s"), {1}) == 20);
  CHECK(results.at("y").at(std::vector<uint64_t>{0})->accuracy.terms == 4);
}

TEST_CASE("types: the widest, integers by themselves, what is asked for", "[reference]") {
  const auto halves = vector_of<int32_t>({{0, 7}, {1, -7}}, 2);
  const auto y = [&](const std::string& text, const ComponentTypes& types = {}) {
    auto results = Run{text, {{"n", halves}}, {}, types}.results();
    return std::pair(results.at("y").type(), value_at(results.at("y"), {1}));
  };
  CHECK(y("y(i)=n(i)/2") == std::pair(ComponentType::int32, -3.0));
  CHECK(y("y(i)=1/2*n(i)") == std::pair(ComponentType::float64, -3.5));
  CHECK(y("y(i)=n(i)/2", {{"y", ComponentType::float32}}) ==
        std::pair(ComponentType::float32, -3.5));
  CHECK(y("y(i)=n(i)*1000000000") == std::pair(ComponentType::int32, 1589934592.0));
  CHECK(y("y(i)=n(i)*1000000000", {{"y", ComponentType::int64}}) ==
        std::pair(ComponentType::int64, -7e9));
  CHECK(y("y(i)=2/4*(n(i)+1)", {{"y", ComponentType::int32}}) ==
        std::pair(ComponentType::int32, -3.0));
  CHECK_THROWS_AS(y("y(i)=0.5*n(i)", {{"y", ComponentType::int32}}), Error);
}

TEST_CASE("an integer division by zero names its coordinates", "[reference]") {
  const std::map<std::string, CoordinateList> data = {
      {"a", vector_of<int64_t>({{0, 0}, {2, 5}}, 3)},
      {"b", vector_of<int64_t>({{2, 0}}, 3)},
      {"c", vector_of<int64_t>({{2, 0}}, 3)}};
  try {
    Run{"y(i)=1 + a(i)/b(i)", data}.results();
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.message() == "integer division by zero at i=2");
    CHECK(error.where().column == 10);
    CHECK(error.where().length == 9);
  }
  // A zero factor annihilates it, stored or absent.
  CHECK_NOTHROW(Run{"y(i)=c(i)*(a(i)/b(i))", data}.results());
  CHECK_NOTHROW(Run{"y(i)=c(i)*sum_j(a(j)/b(j))", data}.results());
}

TEST_CASE("large products take the time of their multiply-adds", "[reference]") {
  // 2,000,000 of them, in an order of operands that would visit 4e9 pairs if taken as written.
  const Run run{"X(i,j)=C(k,j)*D(j)*B(i,k)",
                {{"B", random_matrix(20000, 20000, 200000, 1)},
                 {"C", random_matrix(20000, 20000, 200000, 2)},
                 {"D", vector_of({{5, 1}, {7, 2}}, 20000)}}};
  CHECK_NOTHROW(run.results());
  Run sampled{"A(i,j)=B(i,j)*(C(i,k)*D(k,j)+1)",
              {{"B", random_matrix(2000, 2000, 2000, 1)},
               {"C", random_matrix(2000, 10, 20000, 2)},
               {"D", random_matrix(10, 2000, 20000, 3)}}};
  sampled.limits.steps = 200000;  // about the entries of B times 10, not 2000 x 2000 x 10
  CHECK_NOTHROW(sampled.results());
}

TEST_CASE("coordinates of any size", "[reference]") {
  constexpr uint64_t kHuge = uint64_t{1} << 62;
  const Run run{"y(i)=a(i)*a(i)", {{"a", vector_of({{kHuge - 1, 3}}, kHuge)}}};
  const auto results = run.results();
  CHECK(value_at(results.at("y"), {kHuge - 1}) == 9);
}

TEST_CASE("what is too much is not possible, with its reason, and at once", "[reference]") {
  constexpr uint64_t kHuge = uint64_t{1} << 40;
  const auto reason = [](const Run& run) -> std::string {
    try {
      run.results();
    } catch (const NotPossible& error) {
      CHECK(error.code() == ExitCode::check_failed);
      return error.message();
    }
    return "possible";
  };
  const CoordinateList a = vector_of({{3, 1}}, kHuge);
  CHECK_THAT(reason({"y(i)=a(i)+1", {{"a", a}}}), Catch::Contains("dense operands"));
  CHECK_THAT(reason({"y(i)=exp(a(i))", {{"a", a}}}), Catch::Contains("dense operands"));
  CHECK_THAT(reason({"y(i,j)=a(i)", {{"a", a}}, {{"j", {kHuge}}}}),
             Catch::Contains("dense operands"));
  Run run{"X(i,j)=B(i,k)*C(k,j)",
          {{"B", random_matrix(100, 100, 5000, 1)}, {"C", random_matrix(100, 100, 5000, 2)}}};
  CHECK(reason(run) == "possible");
  run.limits.steps = 1000;
  CHECK_THAT(reason(run), Catch::Contains("more than 1000 multiply-adds"));
  run.limits = {.bytes = 10000};
  CHECK_THAT(reason(run), Catch::Contains("more than 10000 bytes"));

  std::string wide = "y=a(i0";
  for (int k = 1; k < 65; ++k) {
    wide += fmt::format(",i{}", k);
  }
  wide += ")";
  CoordinateList point;
  point.shape.assign(65, 1);
  point.columns.assign(65, {0});
  point.values = Values(std::vector<double>{1});
  CHECK_THAT(reason({wide, {{"a", point}}}), Catch::Contains("at most 64 index variables"));
}

TEST_CASE("a list that does not fit is refused", "[reference]") {
  CoordinateList list = vector_of({{3, 1}}, 4);
  const Program program = parse_program("y(i)=b*a(i)");
  const CoordinateList b = scalar_of(1.0);
  CHECK_THROWS_AS(evaluate(program, {{"a", &list}, {"b", &b}}, {{"i", 3}}), Error);
  CHECK_NOTHROW(evaluate(program, {{"a", &list}, {"b", &b}}, {{"i", 4}}));
  list.columns.emplace_back();
  CHECK_THROWS_AS(evaluate(program, {{"a", &list}, {"b", &b}}, {{"i", 4}}), Error);
  CHECK_THROWS_AS(evaluate(program, {{"b", &b}}, {{"i", 4}}), Error);
}

}  // namespace fiberloom
