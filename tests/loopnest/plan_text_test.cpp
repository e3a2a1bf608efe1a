#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "loopnest/plan.h"
#include "loopnest/statement.h"

// Loop nests as text, without their first line (the statement), worked out by hand.

namespace fiberloom::test {
namespace {

struct Asked {
  std::vector<std::string> formats{};
  IndexVariables order{};
  PlanOptions options{};
};

std::string plan_of(const std::string& text, const Asked& asked = {}) {
  const Statement statement = statement_of(text);
  const TensorFormats formats = formats_of(statement, asked.formats);
  Scheduled scheduled = unscheduled(statement, formats);
  scheduled.order = asked.order.empty() ? scheduled.order : asked.order;
  const std::string plan = to_string(make_plan(scheduled, formats, asked.options));
  return plan.substr(plan.find('\n') + 1);
}

}  // namespace

TEST_CASE("sets have the shape of the expression", "[loopnest]") {
  CHECK(plan_of("x(i)=(b(i)+c(i))*d(i)") ==
        "order i\n"
        "forall i in (b or c) and d\n"
        "  x(i) = (b(i) + c(i))*d(i)\n");
  CHECK(plan_of("x(i)=b(i)*c(i)+d(i)*e(i)") ==
        "order i\n"
        "forall i in (b and c) or (d and e)\n"
        "  x(i) = b(i)*c(i) + d(i)*e(i)\n");
  CHECK(plan_of("x(i)=b(i)/c(i)") ==
        "order i\n"
        "forall i in b with c\n"
        "  x(i) = b(i)/c(i)\n");
  CHECK(plan_of("x(i)=max(b(i),c(i))") ==
        "order i\n"
        "forall i in b or c\n"
        "  x(i) = max(b(i), c(i))\n");
}

TEST_CASE("dense operands of products are looked up, or walked if asked for", "[loopnest]") {
  CHECK(plan_of("X(i,j)=B(i,j)*C(i,j)", {.formats = {"C:dd"}}) ==
        "order i, j\n"
        "forall i in B, C located\n"
        "  forall j in B, C located\n"
        "    X(i,j) = B(i,j)*C(i,j)\n");
  CHECK(plan_of("X(i,j)=B(i,j)*C(i,j)", {.formats = {"C:dd"}, .options = {.scan_dense = true}}) ==
        "order i, j\n"
        "forall i in B and C\n"
        "  forall j in B and C\n"
        "    X(i,j) = B(i,j)*C(i,j)\n");
  CHECK(plan_of("x(i)=(b(i)+c(i))*d(i)", {.formats = {"d:d"}}) ==
        "order i\n"
        "forall i in (b or c), d located\n"
        "  x(i) = (b(i) + c(i))*d(i)\n");
}

TEST_CASE("an addend that counts everywhere needs all coordinates", "[loopnest]") {
  CHECK(plan_of("x(i)=b(i)+1") ==
        "order i\n"
        "forall i in all i with b\n"
        "  x(i) = b(i) + 1\n");
  CHECK(plan_of("X(i,j)=B(i,j)+c(i)") ==
        "order i, j\n"
        "forall i in B or c\n"
        "  forall j in (all j where c is) or B\n"
        "    X(i,j) = B(i,j) + c(i)\n");
  CHECK(plan_of("X(i,j)=b(i)+c(i)") ==
        "order i, j\n"
        "forall i in b or c\n"
        "  forall j in all j\n"
        "    X(i,j) = b(i) + c(i)\n");
  CHECK(plan_of("x(i)=exp(b(i))") ==
        "order i\n"
        "forall i in all i with b\n"
        "  x(i) = exp(b(i))\n");
}

TEST_CASE("a sum is a nest below the loops that it keeps", "[loopnest]") {
  CHECK(plan_of("X(i,j)=B(i,k)*C(k,j)") ==
        "order i, k, j\n"
        "forall i in B\n"
        "  forall k in B and C\n"
        "    forall j in C\n"
        "      X(i,j) += B(i,k)*C(k,j)\n");
  CHECK(plan_of("x(i)=(A(i,j)+b(i))*c(i)") ==
        "order i, j\n"
        "forall i in (A or b) and c\n"
        "  sum_{j}(A(i,j)):\n"
        "    forall j in A\n"
        "      value += A(i,j)\n"
        "  x(i) = (sum_{j}(A(i,j)) + b(i))*c(i)\n");
  CHECK(plan_of("x(i)=(A(i,j)+b(i))*c(j)") ==
        "order i, j\n"
        "forall i in A or b\n"
        "  forall j in c with A\n"
        "    x(i) += (A(i,j) + b(i))*c(j)\n");
}

TEST_CASE("a sum outside a loop that it keeps is a temporary", "[loopnest]") {
  CHECK(plan_of("X(i,j)=D(i,j)+B(i,k)*C(k,j)", {.order = {"k", "i", "j"}}) ==
        "order k, i, j\n"
        "B packed anew as ss:1,0\n"
        "where t0(i,j), stored:\n"
        "  forall k in B and C\n"
        "    forall i in B\n"
        "      forall j in C\n"
        "        t0(i,j) += B(i,k)*C(k,j)\n"
        "forall i in D or t0\n"
        "  forall j in D or t0\n"
        "    X(i,j) = D(i,j) + t0(i,j)\n");
  CHECK(plan_of("x(i)=b*C(j,i)*d(j)+e*f(i)") ==
        "order j, i\n"
        "where t0(i), streamed:\n"
        "  forall j in C and d\n"
        "    forall i in C\n"
        "      t0(i) += b*C(j,i)*d(j)\n"
        "forall i in t0 or f\n"
        "  x(i) = t0(i) + e*f(i)\n");
  CHECK(plan_of("x(i)=b(i)*(sum_k(t(k))+1)") ==
        "order i, k\n"
        "where t0, a scalar:\n"
        "  forall k in t\n"
        "    t0 += t(k)\n"
        "forall i in b\n"
        "  x(i) = b(i)*(t0 + 1)\n");
}

TEST_CASE("an operand whose storage disagrees with the order is packed anew", "[loopnest]") {
  CHECK(plan_of("X(i,j)=B(i,j)+C(j,i)", {.formats = {"C:ds"}}) ==
        "order i, j\n"
        "C packed anew as ds:1,0\n"
        "forall i in C with B\n"
        "  forall j in B or C\n"
        "    X(i,j) = B(i,j) + C(j,i)\n");
  CHECK(plan_of("x(i)=B(i,j)*c(j)", {.order = {"j", "i"}}) ==
        "order j, i\n"
        "B packed anew as ss:1,0\n"
        "forall j in B and c\n"
        "  forall i in B\n"
        "    x(i) += B(i,j)*c(j)\n");
  CHECK(plan_of("x(i)=B(i,i)") ==
        "order i\n"
        "forall i in B\n"
        "  x(i) = B(i,i)\n");
}

}  // namespace fiberloom::test
