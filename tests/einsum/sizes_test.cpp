#include "einsum/sizes.h"

#include <catch2/catch.hpp>

#include "einsum/parser.h"

namespace fiberloom {
namespace {

IndexSizes sizes_of(const std::string& text, const TensorShapes& shapes,
                    const std::vector<SizeOption>& options = {}) {
  return index_sizes(parse_program(text), shapes, options);
}

Error refusal(const std::string& text, const TensorShapes& shapes,
              const std::vector<SizeOption>& options = {}) {
  try {
    require_sizes(parse_program(text), sizes_of(text, shapes, options));
  } catch (const Error& error) {
    return error;
  }
  FAIL("accepted");
  throw;
}

}  // namespace

TEST_CASE("sizes come from the tensors", "[einsum]") {
  CHECK(sizes_of("A(i,j)=B(i,k)*C(k,j)", {{"B", {{2, 3}}}, {"C", {{3, 4}}}}) ==
        IndexSizes{{"i", 2}, {"j", 4}, {"k", 3}});
  CHECK(sizes_of("y(i)=b(i)*z(j)", {{"b", {{0}}}}) == IndexSizes{{"i", 0}});
}

TEST_CASE("lower bounds give the maximum, exact sizes must reach them", "[einsum]") {
  const std::string add = "A(i,j)=B(i,j)+C(i,j)";
  CHECK(sizes_of(add, {{"B", {{2, 9}, true}}, {"C", {{5, 4}, true}}}) ==
        IndexSizes{{"i", 5}, {"j", 9}});
  CHECK(sizes_of(add, {{"B", {{6, 9}}}, {"C", {{5, 4}, true}}}) == IndexSizes{{"i", 6}, {"j", 9}});
  CHECK(sizes_of(add, {{"C", {{5, 4}, true}}, {"B", {{6, 9}}}}, {{"i", {6}}}) ==
        IndexSizes{{"i", 6}, {"j", 9}});
  CHECK(refusal(add, {{"B", {{2, 9}}}, {"C", {{5, 4}, true}}}).message() ==
        "sizes of the index 'i' contradict: B has 2 in mode 0, C has at least 5 in mode 0");
  CHECK(refusal(add, {{"B", {{5, 9}}}, {"C", {{5, 4}}}}).message() ==
        "sizes of the index 'j' contradict: B has 9 in mode 1, C has 4 in mode 1");
}

TEST_CASE("an option overrides lower bounds and must not contradict", "[einsum]") {
  const TensorShapes shapes = {{"b", {{7}, true}}};
  CHECK(sizes_of("y(i)=b(i)", shapes, {{"i", {100}}}) == IndexSizes{{"i", 100}});
  CHECK(sizes_of("y(i)=b(i)", shapes, {{"y", {100}}}) == IndexSizes{{"i", 100}});
  CHECK(refusal("y(i)=b(i)", shapes, {{"i", {5}}}).message() ==
        "sizes of the index 'i' contradict: -d gives i the size 5, b has at least 7 in mode 0");
  CHECK(refusal("y(i)=b(i)", {{"b", {{7}}}}, {{"i", {8}}}).message() ==
        "sizes of the index 'i' contradict: -d gives i the size 8, b has 7 in mode 0");
  CHECK(refusal("y(idx)=b(idx)", {}, {{"idy", {8}}}).hint() == "did you mean 'idx'?");
  CHECK(refusal("y(i)=b(i)", {}, {{"b", {8, 9}}}).message() ==
        "-d gives 'b' the order 2, the expression gives it order 1");
}

TEST_CASE("data of another order is refused", "[einsum]") {
  CHECK(refusal("y(i)=b(i)", {{"b", {{7, 8}}}}).message() ==
        "the data of 'b' has the order 2, the expression gives it order 1");
}

TEST_CASE("indices of one mode of a tensor have one size", "[einsum]") {
  CHECK(sizes_of("A(i,j)=B(i,k)*B(k,j)", {{"B", {{3, 3}}}}) ==
        IndexSizes{{"i", 3}, {"j", 3}, {"k", 3}});
  const Error error = refusal("A(i,j)=B(i,k)*B(k,j)", {{"B", {{3, 4}}}});
  CHECK(error.message() ==
        "sizes of the index 'k' contradict: B has 3 in mode 0, B has 4 in mode 1");
  CHECK(error.where().column == 8);
  // A square matrix read as pairs: the larger of both largest coordinates.
  CHECK(sizes_of("A(i,j)=B(i,k)*B(k,j)", {{"B", {{3, 4}, true}}}) ==
        IndexSizes{{"i", 4}, {"j", 4}, {"k", 4}});
}

TEST_CASE("later statements see the sizes of earlier results", "[einsum]") {
  CHECK(sizes_of("t(i,j)=A(i,k)*B(k,j); y(p)=t(p,q)*x(q)", {{"A", {{2, 3}}}, {"B", {{3, 4}}}}) ==
        IndexSizes{{"i", 2}, {"j", 4}, {"k", 3}, {"p", 2}, {"q", 4}});
}

TEST_CASE("an index without a size is named", "[einsum]") {
  const Error error = refusal("A(i,j)=b(i)", {{"b", {{3}}}});
  CHECK(error.message() == "no tensor gives the size of the index 'j'");
  CHECK(error.hint() == "-d j:SIZE");
  CHECK(error.where().column == 1);
  CHECK(refusal("y=sum_k(2)", {}).hint() == "-d k:SIZE");
}

TEST_CASE("the text of a size option", "[einsum]") {
  CHECK(parse_size_option("i:100").sizes == std::vector<uint64_t>{100});
  CHECK(parse_size_option("A:6,7").sizes == std::vector<uint64_t>{6, 7});
  for (const std::string text :
       {"i", ":5", "i:", "i:x", "i:5,", "i:-1", "i:1.5", "i:99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_size_option(text), Error);
  }
}

}  // namespace fiberloom
