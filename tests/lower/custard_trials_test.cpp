#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "lower/real_data.h"
#include "lower/trial.h"

// Expressions that Custard, SAM's own compiler, was tried on, with what became of them there.

namespace fiberloom::test {
namespace {

struct Row {
  std::string custard;
  std::string expression;
  std::vector<std::string> formats{};  ///< compressed where none is given
  std::vector<std::string> schedule{};
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"one union of three", "x(i)=b(i)+c(i)+d(i)"},
      {"one union of four", "x(i)=b(i)+c(i)+d(i)+e(i)"},
      {"one intersection of three", "x(i)=b(i)*c(i)*d(i)"},
      {"one intersection of four", "x(i)=b(i)*c(i)*d(i)*e(i)"},
      {"wrong: one intersection of all", "x(i)=(b(i)+c(i))*d(i)"},
      {"one union of all", "x(i)=b(i)*c(i)+d(i)"},
      {"one union of all", "x(i)=b(i)*c(i)+d(i)*e(i)"},
      {"right", "x(i)=b(i)-c(i)"},
      {"wrong: negation dropped", "x(i)=-b(i)"},
      {"wrong: operator dropped", "x(i)=b(i)/c(i)"},
      {"wrong: the constant is nowhere", "x(i)=2*b(i)"},
      {"wrong: the constant is nowhere", "x(i)=b(i)+1"},
      {"right", "x(i)=a*b(i)+c*d(i)"},
      {"ambiguous ports", "X(i,j)=B(i,j)*B(i,j)"},
      {"ambiguous ports", "X(i,j)=B(i,j)+B(i,j)"},
      {"ambiguous ports", "X(i,j)=B(k,i)*B(k,j)"},
      {"right", "X(i,j)=B(i,k)*C(k,j)", {"X:dd", "B:dd", "C:dd"}},
      {"right", "X(i,j)=B(i,k)*C(k,j)", {"X:ds", "B:ds", "C:ds"}},
      {"right", "X(i,j)=B(i,k)*C(k,j)", {"X:dd", "B:ds", "C:dd"}},
      {"intersects with a dense scan", "X(i,j)=B(i,j)*C(i,j)", {"C:dd"}},
      {"intersects with a dense scan", "x(i)=B(i,j)*c(j)", {"x:d", "B:ds", "c:d"}},
      {"segmentation fault", "X(i,j)=B(i,j)+C(j,i)"},
      {"segmentation fault", "X(i,j)=B(j,i)"},
      {"right", "X(i,j)=B(i,j)+C(j,i)", {"C:ss:1,0"}},
      {"right", "X(i,j)=B(j,i)", {"B:ss:1,0"}},
      {"never finishes", "X(i,j)=B(i,k)*C(k,j)"},
      {"accepted", "X(i,j,k,l)=B(i,j,k,l)*C(i,j,k,l)"},
      {"accepted", "X(i,j,k,l)=B(i,j,k,l)"},
      {"accepted", "X(i,j,m,n)=B(i,j,k,l)*C(m,n,k,l)"},
      {"accepted", "X(i,j,k,l,m)=B(i,j,k,l,m)*C(i,j,k,l,m)"},
      {"accepted", "X(i,j,m,n)=B(i,j,k,l)*C(k,l,m,n)"},
      {"three reducers", "x(i)=B(i,j,k,l)"},
      {"unusable", "X(i,j)=B(k,l,i)*C(k,l,j)", {}, {"reorder(k,l,i,j)"}},
      {"an accumulator that its simulator has not", "X(i,j,k)=B(l,i,j,k)"},
      {"unusable", "x(j)=B(i,j)"},
      {"broken", "x=B(i,j)"},
      {"wrong, or aborts", "x=B(i,i)"},
      {"wrong", "x(i)=B(i,i)"},
      {"right", "X(i,j)=b(i)*c(j)"},
      {"wrong where one addend is absent", "X(i,j)=b(i)+c(j)"},
      {"accepted", "X(i,j)=B(i,k)*C(k,l)*D(l,j)"},
      {"accepted", "X(i,j)=B(i,j)*C(i,k)*D(k,j)"},
      {"aborts", "X(i,j)=A(i,j)+B(i,k)*C(k,j)", {"C:ss:1,0"}, {"reorder(i,j,k)"}},
      {"aborts", "X(i,j)=A(i,j)-B(i,k)*C(k,j)", {"C:ss:1,0"}, {"reorder(i,j,k)"}},
      {"wrong: drops what only A has", "X(i,j)=A(i,j)-B(i,k)*C(k,j)", {"C:ss:1,0"}},
      {"segmentation fault", "x(i)=B(j,i)*c(j)+B(i,j)*d(j)"},
      {"one union of all", "x(i)=B(i,j)*c(j)+D(i,j)*d(j)"},
      {"ignored", "x(i)=B(i,j)*c(j)", {}, {"split(i,i0,i1,4)"}},
      {"ignored", "x(i)=B(i,j)*c(j)", {}, {"pos(j,jpos,B)"}},
      {"ignored", "x(i)=B(i,j)*c(j)", {}, {"bound(i,ib,4,MaxExact)"}},
      {"ignored", "x(i)=B(i,j)*c(j)", {}, {"parallelize(i,CPUThread,NoRaces)"}},
      {"ignored", "X(i,j)=B(i,k)*C(k,j)", {}, {"precompute(B(i,k)*C(k,j),j,j)"}},
      {"aborts", "x(i)=B(i,j)*c(j)", {}, {"fuse(i,j,f)"}},
      {"taken for =", "x(i)+=b(i)"},
      {"parse error", "x(i)=max(b(i),c(i))"},
      {"parse error", "x(i)=sqrt(b(i))"},
      {"taken for compressed", "x(i)=b(i)+c(i)", {"b:u", "c:u"}},
      {"accepted", "X(i,j)=B(i,j)*C(i,j)", {"B:uq"}},
      {"right", "x=b+c"},
      {"right", "x=b"},
  };
  return all;
}

}  // namespace

TEST_CASE("what Custard was tried on is right", "[lower][custard]") {
  const bool real_data = std::filesystem::exists(std::string(FIBERLOOM_SOURCE) + "/../shared");
  if (!real_data) {
    WARN("on random data only: there is no ../shared");
  }
  uint64_t seed = 500;
  for (const Row& row : rows()) {
    INFO(row.expression << ", Custard: " << row.custard);
    const Trial trial = try_on_random_data(
        row.expression, {.formats = row.formats, .schedule = row.schedule}, ++seed);
    CHECK(trial.reason == "");
    CHECK(trial.kind == Trial::Kind::right);
    const bool bounded = std::ranges::any_of(
        row.schedule, [](const std::string& command) { return command.starts_with("bound("); });
    if (real_data && trial.compiled && !bounded && fits_real_data(*trial.compiled)) {
      CHECK(wrong_on_real_data(*trial.compiled).value_or("") == "");
    }
  }
}

TEST_CASE("a reorder that storage does not ask for is done too", "[lower][custard]") {
  const Compiled compiled =
      compile("X(i,j)=B(i,j)*C(i,j)", {.formats = {}, .schedule = {"reorder(j,i)"}});
  CHECK(compiled.stages.front().plan.order == IndexVariables{"j", "i"});
}

}  // namespace fiberloom::test
