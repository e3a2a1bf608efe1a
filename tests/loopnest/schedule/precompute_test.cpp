#include <catch2/catch.hpp>

#include "loopnest/schedule/schedule_text.h"

namespace fiberloom::test {
namespace {

const std::string kProduct = "X(i,j)=B(i,k)*C(k,j)";

}  // namespace

TEST_CASE("precompute takes sums into the temporary where their loops allow it", "[loopnest]") {
  CHECK(loops_and_statement(kProduct, {"precompute(B(i,k)*C(k,j),j,jw)"}) ==
        "i k j: X(i,j) = t_X[sum_{k}(B(i,k)*C(k,j))]");
  CHECK(loops_and_statement(kProduct, {"reorder(k,i)", "precompute(B(i,k)*C(k,j),j,j)"}) ==
        "k i j: X(i,j) = sum_{k}(t_X[B(i,k)*C(k,j)])");
  CHECK(loops_and_statement("y(i)=A(i,j)*x(j)", {"precompute(A(i,j)*x(j),j,jw)"}) ==
        "i j: y(i) = sum_{j}(t_y[A(i,j)*x(j)])");
  CHECK(loops_and_statement("y(i)=A(i,j)*x(j)", {"precompute(A(i,j)*x(j),{},{},w)"}) ==
        "i j: y(i) = w[sum_{j}(A(i,j)*x(j))]");
}

TEST_CASE("precompute matches up to order, parentheses, blanks and sums", "[loopnest]") {
  const std::string made = "i k j: X(i,j) = t_X[sum_{k}(B(i,k)*C(k,j))]";
  CHECK(loops_and_statement(kProduct, {"precompute( C(k , j) * B(i,k), j, jw)"}) == made);
  CHECK(loops_and_statement("X(i,l)=B(i,j)*C(i,l)*D(j,l)", {"precompute(D(j,l)*B(i,j),l,l)"}) ==
        "i j l: X(i,l) = t_X[sum_{j}(B(i,j)*D(j,l))]*C(i,l)");
  CHECK(loops_and_statement("x(i)=d(i)*(b(i)+c(i))", {"precompute(c(i)+b(i),i,i)"}) ==
        "i: x(i) = d(i)*t_x[b(i) + c(i)]");
  CHECK(loops_and_statement("x(i)=(A(i,j)+b(i))*c(i)", {"precompute(A(i,j)+b(i),i,i)"}) ==
        "i j: x(i) = t_x[sum_{j}(A(i,j)) + b(i)]*c(i)");
}

TEST_CASE("a sum stays outside a factor that may be infinite", "[loopnest]") {
  CHECK(loops_and_statement("x(i)=B(i,j)*c(j)*(1/d(i))", {"precompute(B(i,j)*c(j),{},{})"}) ==
        "i j: x(i) = sum_{j}(t_x[B(i,j)*c(j)]*(1/d(i)))");
}

TEST_CASE("precompute says why it cannot be applied", "[loopnest]") {
  CHECK(refusal(kProduct, {"precompute(B(i,k)*D(k,j),j,j)"}) ==
        "sum_{k}(B(i,k)*C(k,j)) does not contain B(i,k)*D(k,j), in "
        "'precompute(B(i,k)*D(k,j),j,j)'");
  CHECK(refusal(kProduct, {"precompute(B(i,k),j,j)"}) ==
        "B(i,k) has no index 'j', in 'precompute(B(i,k),j,j)' | its indices: i, k");
  CHECK(refusal(kProduct, {"precompute(B(i,k),i,k)"}) ==
        "the name 'k' is used already, in 'precompute(B(i,k),i,k)' | choose another name");
  CHECK(refusal(kProduct, {"precompute(B(i,k),i,i,C)"}) ==
        "the name 'C' is used already, in 'precompute(B(i,k),i,i,C)' | choose another name");
  CHECK(refusal(kProduct, {"precompute(B(i,k),{i,k},i)"}) ==
        "2 variables, but 1 names for the temporary's loops, in 'precompute(B(i,k),{i,k},i)'");
  CHECK(refusal(kProduct, {"precompute(B(i,k)*,i,i)"}).starts_with("'B(i,k)*' is no expression"));
  CHECK(refusal(kProduct, {"split(j,j0,j1,4)", "precompute(C(k,j),j0,j0)"})
            .ends_with("| make the temporary before its loops are split, fused or bounded"));
}

}  // namespace fiberloom::test
