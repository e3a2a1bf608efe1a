#include "loopnest/loop_order.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/scoping.h"
#include "loopnest/statement.h"

namespace fiberloom::test {
namespace {

std::string order_of(const std::string& text, const std::vector<std::string>& formats = {}) {
  const Statement statement = scoped(statement_of(text));
  return fmt::format("{}", fmt::join(default_order(statement, formats_of(statement, formats)), ""));
}

std::string fault_of(const std::string& text, const IndexVariables& order) {
  try {
    check_order(scoped(statement_of(text)), order);
    return "";
  } catch (const Error& error) {
    return error.message() + " | " + error.hint();
  }
}

}  // namespace

TEST_CASE("the default order walks sparse operands as they are stored", "[loopnest]") {
  CHECK(order_of("X(i,j)=B(i,k)*C(k,j)") == "ikj");
  CHECK(order_of("X(i,j)=B(i,k)*C(j,k)") == "ijk");
  CHECK(order_of("X(i,j)=B(i,k)*C(k,j)", {"B:ss:1,0"}) == "kij");
  CHECK(order_of("X(i,j)=B(i,k)*C(k,j)", {"B:ss:1,0", "C:ss:1,0"}) == "jki");
  CHECK(order_of("x(i)=B(i,j)*c(j)") == "ij");
  CHECK(order_of("x(i)=B(i,j)*c(j)", {"B:ss:1,0"}) == "ji");
  CHECK(order_of("X(i,j)=B(i,k,l)*C(j,k)*D(j,l)") == "ijkl");
}

TEST_CASE("a sparse result counts before dense operands, those before a dense result",
          "[loopnest]") {
  CHECK(order_of("X(i,j)=B(j,i)", {"B:dd"}) == "ij");
  CHECK(order_of("X(i,j)=B(j,i)", {"X:dd", "B:dd"}) == "ji");
  CHECK(order_of("X(i,j)=B(j,i)", {"X:dd"}) == "ji");
  CHECK(order_of("X(i,j)=B(j,i)") == "ji");
  CHECK(order_of("X(i,j)=B(i,j)*C(j,i)", {"B:dd", "C:ds"}) == "ji");
}

TEST_CASE("the first of operands that contradict each other wins", "[loopnest]") {
  CHECK(order_of("X(i,j)=B(i,j)+B(j,i)") == "ij");
  CHECK(order_of("X(i,j)=B(j,i)+B(i,j)") == "ji");
  CHECK(order_of("x=B(i,j)*C(j,k)*D(k,i)") == "ijk");
}

TEST_CASE("free choices: the result's variables first, then as they appear", "[loopnest]") {
  CHECK(order_of("X(i,j)=b(j)*c(i)", {"X:dd", "b:d", "c:d"}) == "ij");
  CHECK(order_of("x(i)=b(k)*c(j)*d(i)") == "ikj");
  CHECK(order_of("x=b") == "");
  CHECK(order_of("X(i,j)=b(i)") == "ij");
  CHECK(order_of("x(i)=B(i,i)") == "i");
}

TEST_CASE("a reduction over the whole extent stands inside what it keeps", "[loopnest]") {
  CHECK(order_of("x(j)=B(i,j)") == "ij");
  CHECK(order_of("x(j)=max_i(B(i,j))") == "ji");
  CHECK(fault_of("x(j)=max_i(B(i,j))", {"j", "i"}) == "");
  CHECK(fault_of("x(j)=B(i,j)", {"i", "j"}) == "");
  CHECK(fault_of("x(j)=max_i(B(i,j))", {"i", "j"}) ==
        "the max over i cannot run outside the loop of j | put j before i");
  CHECK(fault_of("x=max_i(B(i,j))+max_j(C(i,j))", {"i", "j"}) ==
        "the max over i cannot run outside the loop of j | another reduction needs i around j: "
        "rename the i of one");
}

}  // namespace fiberloom::test
