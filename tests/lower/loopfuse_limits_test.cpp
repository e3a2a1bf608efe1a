#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "lower/compile.h"
#include "lower/trial.h"

// What SparseLNR's own loopfuse makes wrong values of, crashes on or ignores: here right, or
// refused with the reason. `then` is what the nest must show of the fusion.

namespace fiberloom::test {
namespace {

struct Case {
  std::string expression;
  std::vector<std::string> formats;
  std::string schedule;
  std::string refusal{};  ///< empty: right
  std::string nest{};     ///< a line of the loop nest
};

const std::vector<Case>& limits() {
  static const std::vector<std::string> kSparse = {"A:dd", "B:ds", "C:ds", "D:ds"};
  static const std::string kChain = "A(i,l)=B(i,j)*C(j,k)*D(k,l)";
  static const std::vector<Case> all = {
      {"A(i,l)=2*B(i,j)*C(j,k)*D(k,l)", kSparse, "loopfuse(2)", "", "t_A(k) += 2*B(i,j)*C(j,k)"},
      {"A(i,l)=B(i,j)*C(j,k)*2*D(k,l)", kSparse, "loopfuse(2)", "", "A(i,l) += t_A(k)*2*D(k,l)"},
      {"A(i,l)=-(B(i,j)*C(j,k))*D(k,l)", kSparse, "loopfuse(2)", "", "A(i,l) += -(t_A(k)*D(k,l))"},
      {"A(i,l)=B(i,j)*sqrt(C(j,k))*D(k,l)", kSparse, "loopfuse(2)", "",
       "t_A(k) += B(i,j)*sqrt(C(j,k))"},
      {"A(i,l)=B(i,j)*(C(j,l)+D(j,l))", kSparse, "loopfuse(1)", "", "t_A = B(i,j)"},
      {"A(i,l)=B(i,j)*(C(j,l)+D(j,l))", kSparse, "loopfuse(2)",
       "position 2 cuts the factor C(j,l) + D(j,l), in 'loopfuse(2)'"},
      {"A(i,l)=B(i,j)*C(j,l)+D(i,l)", kSparse, "loopfuse(1)",
       "sum_{j}(B(i,j)*C(j,l)) + D(i,l) is no product that could be divided, in 'loopfuse(1)'"},
      {"A(i,l)=B(i,j)*C(j,k)/D(k,l)", kSparse, "loopfuse(1)",
       "B(i,j)*C(j,k)/D(k,l) is no product that could be divided, in 'loopfuse(1)'"},
      {"A(i,l)=B(i,j)*C(j,k)*(1/D(k,l))", kSparse, "loopfuse(2)",
       "the sum over j cannot move past 1/D(k,l), in 'loopfuse(2)'"},
      {kChain, kSparse, "loopfuse(0)",
       "the position must be a whole number of at least 1, not '0', in 'loopfuse(0)'"},
      {kChain, kSparse, "loopfuse(3)",
       "position 3 leaves nothing behind it: the product has 3 accesses, in 'loopfuse(3)'"},
      {kChain, kSparse, "loopfuse(0;1)",
       "the path 0 is too long: nothing branches there, in 'loopfuse(0;1)'"},
      {kChain, {"A:ds", "B:ds", "C:ds", "D:ds"}, "loopfuse(2)", "", "A(i,l) += t_A(k)*D(k,l)"},
      {kChain, {"A:ds", "B:ds", "C:dd", "D:dd"}, "loopfuse(2)", "", "A(i,l) += t_A(k)*D(k,l)"},
      {"A(i,j,m)=B(i,j,k)*C(k,l)*D(l,m)",
       {"A:dsd", "B:dss", "C:dd", "D:dd"},
       "loopfuse(2)",
       "",
       "t_A(l) += B(i,j,k)*C(k,l)"},
      {"A(i,j,m)=B(i,j,k)*C(k,l)*D(l,m)", {"A:ssd", "B:sss"}, "loopfuse(2)", "", ""},
      {kChain, {"A:ds", "B:ds", "C:ds", "D:ds"}, "loopfuse(2),parallelize(i,CPUThread,NoRaces)"},
      {kChain, {"A:dd", "B:ds:1,0", "C:dd", "D:dd"}, "loopfuse(2)"},
      {kChain,
       {"A:dd", "B:ds:1,0", "C:dd", "D:dd"},
       "reorder(j,i,k,l),loopfuse(2)",
       "",
       "t_A(i,k) += B(i,j)*C(j,k)"},
      {kChain, {"A:dd", "B:ss", "C:ss", "D:ss"}, "loopfuse(2)"},
      {"A(i,l)=B(i,j)*C(i,j)*D(j,l)", kSparse, "loopfuse(2)"},
      {"A(i,l)=B(i,j)*B(j,k)*B(k,l)", {"A:dd", "B:ds"}, "loopfuse(2)"},
      {kChain, kSparse, "reorder(i,j,k,l),loopfuse(2;swap)",
       "a path has steps 0 and 1, not '2', in 'loopfuse(2;swap)'"},
      {kChain, kSparse, "reorder(i,j,k,l),loopfuse(;1;swap)", "", "A(i,l) += B(i,j)*t_A(j,l)"},
  };
  return all;
}

}  // namespace

TEST_CASE("what SparseLNR's loopfuse fails on is right or refused", "[lower][loopfuse]") {
  uint64_t seed = 400;
  for (const Case& entry : limits()) {
    INFO(entry.expression << " " << entry.schedule);
    CompileOptions options{.formats = entry.formats, .schedule = {entry.schedule}};
    const Trial trial = try_on_random_data(entry.expression, options, ++seed);
    CHECK(trial.reason == entry.refusal);
    CHECK((trial.kind == Trial::Kind::refused) == !entry.refusal.empty());
    const Trial kernel = try_kernels_on_random_data(entry.expression, options, seed);
    CHECK(kernel.reason == entry.refusal);
    CHECK(kernel.kind == trial.kind);
    if (trial.compiled) {
      const std::string nest = to_string(trial.compiled->stages[0].plan);
      INFO(nest);
      CHECK(nest.find(entry.nest) != std::string::npos);
    }
  }
}

TEST_CASE("paths reach the branches of earlier fusions", "[lower][loopfuse]") {
  const std::string kernel = "A(i,m)=B(i,j)*C(i,k)*D(j,k)*F(j,l)*G(l,m)";
  const std::vector<std::string> formats = {"A:dd", "B:ds", "C:dd", "D:dd", "F:dd", "G:dd"};
  for (const std::string schedule :
       {"reorder(i,j,k,l,m),loopfuse(4),loopfuse(0;3)", "loopfuse(3),loopfuse(1;2)",
        "loopfuse(3),loopfuse(1;1)", "loopfuse(4),loopfuse(0;1),loopfuse(0,1;2)",
        "loopfuse(4),reorder(0;l,j),loopfuse(0;3)", "loopfuse(;3;swap),loopfuse(1;2)",
        "reorder(i,j,k,l,m),loopfuse(4),loopfuse(0;3),reorder(0,0;k)",
        "reorder(m,l,k,j,i),loopfuse(4),loopfuse(0;3)",
        "loopfuse(3),loopfuse(1;2),reorder(1,1;m,l)"}) {
    INFO(schedule);
    const Trial trial =
        try_on_random_data(kernel, {.formats = formats, .schedule = {schedule}}, 77);
    CHECK(trial.reason.empty());
    CHECK(trial.kind == Trial::Kind::right);
    const Trial in_c =
        try_kernels_on_random_data(kernel, {.formats = formats, .schedule = {schedule}}, 77);
    CHECK(in_c.reason.empty());
    CHECK(in_c.kind == Trial::Kind::right);
  }
}

}  // namespace fiberloom::test
