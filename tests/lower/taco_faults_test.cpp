#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "lower/trial.h"

// What TACO makes wrong values of, emits C that does not compile for, or crashes on: features and
// issues by number (github.com/tensor-compiler/taco). Graphs are right on random data, or there is
// a reason why not.

namespace fiberloom::test {
namespace {

struct Fault {
  std::string name;
  std::string expression;
  std::vector<std::string> formats{};
  std::vector<std::string> schedule{};
  std::string refusal{};
};

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all = {
      {"a negation of a negation", "a(i)=--b(i)", {"b:d"}},
      {"a negation in a merge", "a(i)=b(i)-(c(i)-d(i))", {"b:s", "c:s", "d:s"}},
      {"SDDMM with all defaults", "A(i,j)=B(i,j)*C(i,k)*D(k,j)", {"A:ds", "B:ds", "C:dd", "D:dd"}},
      {"two reductions beside an addend", "A(i,j)=C(i,j)-D(m,n)+E(i,j)", {}},
      {"quotients of constants", "a(i)=1/2*b(i)", {"b:d"}},
      {"an addend with a transposed factor", "y(i)=2*A(j,i)*x(j)+3*z(i)", {"A:ds"}},
      {"a product and a sparse addend", "A(i,j)=B(i,k)*C(k,j)+D(i,j)", {"D:ds"}},
      {"a factor beside a sparse sum", "A(i,j)=(B(i,k)+C(i,k))*D(k,j)", {"B:ds", "C:ds"}},
      {"a diagonal", "y(i)=A(i,i)*x(i)", {"A:ds"}},
      {"reorder against the storage", "y(i)=A(i,j)*x(j)", {"A:ds"}, {"reorder(j,i)"}},
      {"297", "A(i,j)=B(k,i)*D(k,l)*C(l,j)", {"A:ds", "B:ds", "C:ds"}},
      {"121", "A(i,j)=B(i,k)*C(k,j)", {"A:ds", "B:ds", "C:ds"}},
      {"309", "Z(j,k,l,m)=X(i,j,k)*Y(i,l,m)", {"Z:ssss", "X:sss", "Y:sss"}},
      {"146", "A(j,k)=G(i,j,k)*p(i)", {"A:ss", "G:sss", "p:s"}},
      {"214", "y(i)=A(j,i)*c(j)", {"y:s", "A:sd", "c:s"}},
      {"558", "a(p,q,r,s)=b(t,q,r,u)*c(p,t,u,s)", {"a:uccq", "b:uccq", "c:uccq"}},
      {"465", "A(i,k)=B(i,j)*C(j,k)", {"A:ss", "B:ss", "C:ss"}},
      {"306", "B(i,i)=A(i,j)*A(j,i)", {"A:ds", "B:ds"}, {}, "'i' stands twice on the left side"},
      {"199", "J(j,l)=A(l,j)+A(j,l)", {"A:ds"}},
      {"490", "T(i,k)=A(i,j)*A(j,k)", {"A:ds"}},
      {"557", "C(i,j)=C(i,j)+A(i,k)*B(k,j)", {"C:dd"}},
      {"566", "q(i,j)=A(i,j)*B(i)", {"q:ss", "A:ss", "B:s"}, {"precompute(A(i,j)*B(i),i,i)"}},
      {"347", "C(i)=A(i,p)*B(p)", {}, {"precompute(A(i,p)*B(p),p,pc)"}},
      {"347 in four dimensions",
       "C(i,j)=A(i,p,q)*B(p,q,j)",
       {},
       {"precompute(A(i,p,q)*B(p,q,j),{p,q},{pc,qc})"}},
      {"431", "A(i)=B(i)*1", {"B:s"}, {"precompute(B(i)*1,i,j)"}},
      {"527", "q(i,j,k)=r(i,j)*s(j,k)*t(i,k)", {"r:ds"}, {"fuse(i,j,f)"}},
      {"437", "a(i)=b(i)*c(i)", {}, {"unroll(i,4)"}},
      {"444", "a(i)=b(i)*c(i)", {}, {"parallelize(i,CPUVector,NoRaces)"}},
      {"561", "A(i,j)=B(i,j)+C(i,j)", {"A:ds"}, {"parallelize(i,CPUThread,NoRaces)"}},
      {"276", "y(i)=A(i,j)*(x(j)-x(i))*(x(j)-x(i))", {"A:ds"}},
      {"519", "a(i)=s*B(i,j)*c(j)", {"B:ds"}, {"precompute(s*B(i,j)*c(j),{},{})"}},
      {"413", "a(i)=b(i(1,5))", {}, {}, "'b' is no function, and indices are plain names"},
      {"sam 83", "X(i,j,k)=B(j,l)*C(i,l,k)+D(j)", {"X:sss:0,2,1", "C:sss"}},
  };
  return all;
}

}  // namespace

TEST_CASE("what TACO fails on is right or refused", "[lower][taco]") {
  uint64_t seed = 300;
  for (const Fault& fault : faults()) {
    INFO(fault.name << ": " << fault.expression);
    const CompileOptions options{
        .formats = fault.formats, .schedule = fault.schedule, .default_format = 'd'};
    const Trial trial = try_on_random_data(fault.expression, options, ++seed);
    const Trial kernel = try_kernels_on_random_data(fault.expression, options, seed);
    CHECK(kernel.reason == fault.refusal);
    CHECK(kernel.kind == trial.kind);
    CHECK(trial.reason == fault.refusal);
    CHECK((trial.kind == Trial::Kind::right) == fault.refusal.empty());
  }
}

}  // namespace fiberloom::test
