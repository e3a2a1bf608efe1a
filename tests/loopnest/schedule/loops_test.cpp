#include <catch2/catch.hpp>

#include "loopnest/schedule/schedule_text.h"

// split, divide, bound, pos, fuse, parallelize, unroll, assemble: names, order and legality.

namespace fiberloom::test {
namespace {

const std::string kVector = "y(i)=A(i,j)*x(j)";

std::string order_after(const std::vector<std::string>& schedule) {
  const std::string all = loops_and_statement(kVector, schedule);
  return all.substr(0, all.find(':'));
}

}  // namespace

TEST_CASE("loops that are split, fused, bounded or made positions have new names", "[loopnest]") {
  CHECK(order_after({"split(i,i0,i1,32)"}) == "i0 i1 j");
  CHECK(order_after({"divide(j,j0,j1,4)", "reorder(j0,i)"}) == "j0 i j1");
  CHECK(order_after({"fuse(i,j,f)", "pos(f,fpos,A)", "split(fpos,chunk,fpos2,8)"}) ==
        "chunk fpos2");
  CHECK(order_after({"bound(i,ib,16,MaxExact)", "split(ib,i0,i1,4)"}) == "i0 i1 j");
  const Scheduled made = scheduled_as(kVector, {"fuse(i,j,f)", "split(f,f0,f1,8)"});
  CHECK(variables_of_loop(made, "f1") == IndexVariables{"i", "j"});
  CHECK(variable_order(made) == IndexVariables{"i", "j"});
  const Scheduled again = scheduled_as(
      "X(b,i)=A(b,i,j)", {"split(i,i0,i1,4)", "fuse(b,i0,f)", "fuse(f,i1,f)", "unroll(f,2)"});
  CHECK(again.order == IndexVariables{"f", "j"});
  CHECK(variables_of_loop(again, "f") == IndexVariables{"b", "i"});
}

TEST_CASE("what a loop command needs is checked", "[loopnest]") {
  struct Refused {
    std::vector<std::string> schedule;
    std::string message;
  };
  const std::vector<Refused> all = {
      {{"split(z,i0,i1,4)"}, "there is no loop 'z', in 'split(z,i0,i1,4)' | loops: i, j"},
      {{"split(i,i0,i1,4)", "unroll(i,2)"},
       "there is no loop 'i', in 'unroll(i,2)' | loops: i0, i1, j"},
      {{"split(i,i0,i1,4)", "unroll(i01,2)"},
       "there is no loop 'i01', in 'unroll(i01,2)' | did you mean 'i0'?"},
      {{"split(i,i0,i1,0)"},
       "the factor must be a whole number of at least 1, not '0', in 'split(i,i0,i1,0)'"},
      {{"split(i,i0,i1,-4)"},
       "the factor must be a whole number of at least 1, not '-4', in 'split(i,i0,i1,-4)'"},
      {{"divide(i,i0,i1,x)"},
       "the number of parts must be a whole number of at least 1, not 'x', in "
       "'divide(i,i0,i1,x)'"},
      {{"split(i,j,i1,4)"},
       "the name 'j' is used already, in 'split(i,j,i1,4)' | choose another name"},
      {{"split(i,i0,i0,4)"}, "the two loops need two names, in 'split(i,i0,i0,4)'"},
      {{"split(i,i0,4)"},
       "split takes 4 arguments, not 3, in 'split(i,i0,4)' | split(i,i0,i1,factor)"},
      {{"fuse(j,i,f)"},
       "the loop of i does not stand directly inside that of j, in 'fuse(j,i,f)' | loops: i, j; "
       "reorder them first"},
      {{"pos(j,jpos,Z)"}, "there is no operand 'Z', in 'pos(j,jpos,Z)' | operands: A, x"},
      {{"pos(i,ipos,x)"}, "x is not indexed by i, in 'pos(i,ipos,x)'"},
      {{"bound(i,ib,4,Most)"},
       "there is no bound 'Most', in 'bound(i,ib,4,Most)' | bounds: MaxConstraint, MaxExact, "
       "MinConstraint, MinExact"},
      {{"bound(i,ib,4,MinExact)"},
       "every loop begins at 0, in 'bound(i,ib,4,MinExact)' | bound its end: MaxExact, "
       "MaxConstraint"},
      {{"parallelize(i,GPUBlock,NoRaces)"},
       "GPUBlock is a unit of GPUs; there are kernels for CPUs only, in "
       "'parallelize(i,GPUBlock,NoRaces)' | units: CPUThread, CPUVector"},
      {{"parallelize(j,CPUThread,NoRaces)"},
       "the iterations of j add up in the same places, in 'parallelize(j,CPUThread,NoRaces)' | "
       "say how: Atomics, Temporary or ParallelReduction"},
      {{"parallelize(i,CPUVector,NoRaces)"},
       "the loop of i is not an innermost one, in 'parallelize(i,CPUVector,NoRaces)' | vectors "
       "take the innermost loop: reorder, or choose another"},
      {{"parallelize(i,CPUThread,NoRaces)", "parallelize(i,CPUThread,NoRaces)"},
       "the loop of i is parallel already, in 'parallelize(i,CPUThread,NoRaces)'"},
      {{"assemble(A,Insert)"},
       "'A' is not assembled here, in 'assemble(A,Insert)' | the result is y"},
      {{"mergeby(i,Gallop)"},
       "mergeby: how sets are merged follows from their formats; no command chooses it, in "
       "'mergeby(i,Gallop)'"},
  };
  for (const Refused& entry : all) {
    CHECK(refusal(kVector, entry.schedule) == entry.message);
  }
}

TEST_CASE("the loops of a temporary have names of their own", "[loopnest]") {
  const std::string product = "X(i,j)=B(i,k)*C(k,j)";
  const std::string precompute = "precompute(B(i,k)*C(k,j),j,jw)";
  CHECK(scheduled_as(product, {precompute, "parallelize(jw,CPUVector,NoRaces)"})
            .parallel[0]
            .variable == "jw");
  CHECK(refusal(product, {precompute, "split(jw,j0,j1,4)"}) ==
        "'jw' is a loop of the temporary t_X alone, in 'split(jw,j0,j1,4)' | change the loops of "
        "the statement before the temporary is made");
  const Scheduled made = scheduled_as(product, {precompute, "reorder(jw,k)"});
  CHECK(order_of_branch(made, "t_X") == IndexVariables{"i", "j", "k"});
  CHECK(made.order == IndexVariables{"i", "k", "j"});
}

TEST_CASE("vectors take the innermost loop of any branch", "[loopnest]") {
  const std::string sampled = "A(i,l)=B(i,j)*C(i,k)*D(j,k)*E(j,l)";
  const std::vector<std::string> fused = {"reorder(i,j,k,l)", "loopfuse(3)", "split(k,k0,k1,4)"};
  const auto with = [&](const std::string& command) {
    std::vector<std::string> all = fused;
    all.push_back(command);
    return all;
  };
  for (const std::string loop : {"k1", "l"}) {
    const std::string vector = "parallelize(" + loop + ",CPUVector,ParallelReduction)";
    CHECK(scheduled_as(sampled, with(vector)).parallel[0].variable == loop);
  }
  for (const std::string loop : {"i", "j", "k0"}) {
    CHECK(refusal(sampled, with("parallelize(" + loop + ",CPUVector,ParallelReduction)"))
              .starts_with("the loop of " + loop + " is not an innermost one"));
  }
}

TEST_CASE("what means nothing in a graph is kept as it was written", "[loopnest]") {
  const Scheduled made = scheduled_as(
      kVector, {"pos(j,jpos,A)", "split(jpos,j0,j1,4)", "split(i,i0,i1,2)", "assemble(y,Append)",
                "parallelize(i0,NotParallel,NoRaces)", "parallelize(i0,CPUThread,NoRaces)"});
  CHECK(made.not_in_graph == std::vector<std::string>{"pos(j,jpos,A)", "split(jpos,j0,j1,4)",
                                                      "assemble(y,Append)",
                                                      "parallelize(i0,CPUThread,NoRaces)"});
}

}  // namespace fiberloom::test
