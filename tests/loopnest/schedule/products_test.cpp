#include <catch2/catch.hpp>

#include "loopnest/schedule/schedule_text.h"

// distribute, reassociate and loopfuse: what becomes of a sum over a product.

namespace fiberloom::test {
namespace {

const std::string kSampled = "A(i,l)=B(i,j)*C(i,k)*D(j,k)*E(j,l)";

}  // namespace

TEST_CASE("distribute moves a sum to the factors that use it", "[loopnest]") {
  CHECK(loops_and_statement(kSampled, {"distribute(k)"}) ==
        "i j l k: A(i,l) = sum_{j}(B(i,j)*sum_{k}(C(i,k)*D(j,k))*E(j,l))");
  CHECK(loops_and_statement("x(i)=-(b(i)*C(i,j))+D(i,j)", {"distribute(j)"}) ==
        "i j: x(i) = -(b(i)*sum_{j}(C(i,j))) + sum_{j}(D(i,j))");
  CHECK(loops_and_statement("x(i)=2*B(i,j)*(1/c(i))", {"distribute(j)"}) ==
        "i j: x(i) = 2*sum_{j}(B(i,j)*(1/c(i)))");
}

TEST_CASE("distribute says why it cannot be applied", "[loopnest]") {
  CHECK(refusal("x(i)=B(i,j)*c(j)", {"distribute(j)"}) ==
        "the sum over j stands at the factors that use it already, in 'distribute(j)'");
  CHECK(refusal("x(i)=B(i,j)/c(i)*d(j)", {"distribute(j)"}) ==
        "the sum over j stands at the factors that use it already, in 'distribute(j)'");
  CHECK(refusal("x(i)=sqrt(c(i))*d(j)", {"distribute(j)"})
            .starts_with("the sum over j cannot move past sqrt(c(i)), in 'distribute(j)'"));
  CHECK(refusal("x(i)=exp(c(i))*d(j)", {"distribute(j)"})
            .starts_with("the sum over j cannot move past exp(c(i)), in 'distribute(j)'"));
  CHECK(refusal("x(i)=B(i,j)*c(j)", {"distribute(i)"}) ==
        "nothing is summed over 'i', in 'distribute(i)' | i is an index of the result");
  CHECK(refusal("x(i)=max_{j}(2*B(i,j))", {"distribute(j)"}) ==
        "nothing is summed over 'j', in 'distribute(j)'");
  CHECK(refusal("x=sum(i,2)", {"distribute(i)"}) ==
        "the sum over i stands at the factors that use it already, in 'distribute(i)'");
}

TEST_CASE("reassociate multiplies two factors first", "[loopnest]") {
  const std::string chain = "A(i,l)=B(i,j)*C(j,k)*D(k,l)";
  CHECK(loops_and_statement(chain, {"reassociate(C,D)"}) ==
        "i j k l: A(i,l) = sum_{j}(t_A[sum_{k}(C(j,k)*D(k,l))]*B(i,j))");
  CHECK(loops_and_statement(chain, {"reassociate(D,B)"}) ==
        "i j k l: A(i,l) = sum_{j,k}(t_A[B(i,j)*D(k,l)]*C(j,k))");
  CHECK(refusal(chain, {"reassociate(C,E)"}) ==
        "no product has the factors C and E, in 'reassociate(C,E)'");
  CHECK(refusal("x(i)=B(i,j)*c(j)", {"reassociate(B,c)"}) ==
        "the two are all of their product, nothing is multiplied after them, in "
        "'reassociate(B,c)'");
}

TEST_CASE("loopfuse shares the loops that both parts begin with", "[loopnest]") {
  const Scheduled scalar = scheduled_as(kSampled, {"reorder(i,j,k,l)", "loopfuse(3)"});
  CHECK(to_string(scalar.statement) ==
        "A(i,l) = sum_{j}(t_A[sum_{k}(B(i,j)*C(i,k)*D(j,k))]*E(j,l))");
  CHECK(scalar.temporaries[0].shared == IndexVariables{"i", "j"});
  const Scheduled row = scheduled_as("A(i,l)=B(i,j)*C(j,k)*D(k,l)", {"loopfuse(2)"});
  CHECK(row.temporaries[0].shared == IndexVariables{"i"});
  const Scheduled none =
      scheduled_as("A(i,l)=B(i,j)*C(j,k)*D(k,l)", {"reorder(j,i,k,l)", "loopfuse(2)"});
  CHECK(none.temporaries[0].shared.empty());
}

TEST_CASE("a path names a branch", "[loopnest]") {
  const std::vector<std::string> two = {"reorder(i,j,k,l)", "loopfuse(3)", "loopfuse(0;1)"};
  const Scheduled made = scheduled_as(kSampled, two);
  CHECK(made.temporaries[1].consumer == "t_A");
  CHECK(refusal(kSampled, {"loopfuse(3)", "loopfuse(1)"}) ==
        "the path () ends where t_A branches off, in 'loopfuse(1)' | go on with 0 to its producer "
        "or 1 to its consumer");
  CHECK(refusal(kSampled, {"loopfuse(3)", "loopfuse(2;1)"})
            .starts_with("a path has steps 0 and 1, not '2'"));
  const Scheduled reordered =
      scheduled_as("A(i,l)=B(i,j)*C(j,k)*D(k,l)", {"loopfuse(2)", "reorder(0;k,j)"});
  CHECK(reordered.order == IndexVariables{"i", "j", "k", "l"});
  CHECK(order_of_branch(reordered, "t_A") == IndexVariables{"i", "k", "j", "l"});
  CHECK(refusal(kSampled, {"loopfuse(3)", "reorder(0;i,k)"})
            .starts_with("the loop of i is shared by two branches"));
  CHECK(refusal(kSampled, {"loopfuse(3)", "reorder(0;l,k)"})
            .starts_with("the branch has no loop 'l'"));
}

}  // namespace fiberloom::test
