#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "lower/compile.h"
#include "lower/trial.h"
#include "samgraph/graph_yaml.h"

namespace fiberloom::test {
namespace {

struct Case {
  std::string expression;
  std::vector<std::string> formats;
  std::string schedule;
  std::string refusal{};
};

const std::vector<Case>& cases_of_splits() {
  static const std::vector<Case> all = {
      // A universe that is not cut would count the padding: 3 x 2 too much at size 5.
      {"x=(a(i)+1)*(b(i)+2)", {}, "split(i,i0,i1,4)"},
      {"x=(a(i)+1)*(b(i)+2)", {}, "split(i,i0,i1,4),reorder(i1,i0)"},
      {"X(i,j)=B(i,j)+1", {}, "split(i,i0,i1,4),split(j,j0,j1,2),reorder(i0,j0,i1,j1)"},
      {"X(i,j)=b(j)", {}, "divide(i,i0,i1,3),reorder(i1,j,i0)"},
      {"x=min_i(a(i)+1)", {"a:d"}, "split(i,i0,i1,4)"},
      {"x=product_i(a(i))", {"a:d"}, "split(i,i0,i1,4)"},
      {"x=max_i(-abs(a(i))-1)", {"a:d"}, "divide(i,i0,i1,4)"},
      {"x=min_i(a(i))",
       {},
       "split(i,i0,i1,4),reorder(i1,i0)",
       "the min over i cannot run i1 outside i0 in a graph"},
      {"x(i)=exp(A(i,j))", {"A:dd"}, "split(j,j0,j1,4)"},
      {"X(i,k)=B(i,j)*C(j,k)", {"B:uq", "C:ds", "X:uq"}, "split(i,i0,i1,2),split(j,j0,j1,3)"},
      {"X(i,k)=B(i,j)*C(j,k)", {"B:uq:1,0"}, "split(i,i0,i1,2),split(i1,i2,i3,2)"},
      {"x(i)=b(i)+1",
       {},
       "split(i,i0,i1,4),split(i1,i2,i3,2)",
       "i0 runs over all coordinates of a part of i, which is split again"},
      {"x=B(i,i)", {"B:ds"}, "split(i,i0,i1,2)"},
      {"X(i,j)=B(i,j)*B(j,i)",
       {},
       "split(i,i0,i1,2)",
       "B would be split by i in one access and not in another"},
      {"X(i,j)=B(i,j)*B(j,i)", {}, "split(i,i0,i1,2),split(j,j0,j1,2)"},
      {"x(i)+=B(i,j)*c(j)", {"x:d"}, "split(i,i0,i1,3)"},
      {"X(i,j)=B(i,k)*C(k,j)",
       {},
       "reorder(i,k,j),precompute(B(i,k)*C(k,j),j,jw),split(j,j0,j1,2)"},
      {"X(i,l)=B(i,j)*C(j,k)*D(k,l)", {}, "loopfuse(2),split(k,k0,k1,2),split(i,i0,i1,3)"},
      {"x(i)=A(i,j)*b(j)", {}, "bound(i,ib,100,MaxConstraint),split(ib,i0,i1,2),fuse(i1,j,f)"},
      {"x(i)=A(i,j)*b(j)", {}, "pos(j,jpos,A),split(jpos,j0,j1,4)"},
  };
  return all;
}

}  // namespace

TEST_CASE("graphs and kernels of split variables are right", "[lower][split]") {
  uint64_t seed = 900;
  for (const Case& entry : cases_of_splits()) {
    for (int repeat = 0; repeat < 5; ++repeat) {
      INFO(entry.expression << " " << entry.schedule);
      const CompileOptions options{.formats = entry.formats, .schedule = {entry.schedule}};
      const Trial trial = try_on_random_data(entry.expression, options, ++seed);
      CHECK(trial.reason == entry.refusal);
      CHECK((trial.kind == Trial::Kind::refused) == !entry.refusal.empty());
      if (entry.refusal.empty()) {
        const Trial kernel = try_kernels_on_random_data(entry.expression, options, seed);
        // Positions of one operand are no loop where another one takes part.
        const bool alone = kernel.reason.find("does not run over A alone") != std::string::npos;
        CHECK((kernel.kind == Trial::Kind::right || alone));
      }
    }
  }
}

TEST_CASE("commands without a meaning in a graph are listed, and refused if asked", "[lower]") {
  CompileOptions options;
  options.schedule = {"split(i,i0,i1,4)", "parallelize(i0,CPUThread,NoRaces)", "unroll(i1,4)",
                      "assemble(x,Insert)", "bound(j,jb,9,MaxConstraint)"};
  const Compiled compiled = compile("x(i)=A(i,j)*b(j)", options);
  CHECK(compiled.stages[0].plan.schedule.not_in_graph ==
        std::vector<std::string>{"parallelize(i0,CPUThread,NoRaces)", "unroll(i1,4)",
                                 "assemble(x,Insert)"});
  options.strict = true;
  try {
    compile("x(i)=A(i,j)*b(j)", options);
    FAIL_CHECK("compiles");
  } catch (const Error& error) {
    CHECK(error.message() == "parallelize(i0,CPUThread,NoRaces) has no meaning in a graph");
  }
}

TEST_CASE("a graph with splits is the same when it is read back", "[lower][split]") {
  const Compiled compiled =
      compile("X(i,j)=B(i,j)+1",
              {.formats = {"B:ds:1,0"}, .schedule = {"split(i,i0,i1,4)", "divide(j,j0,j1,3)"}});
  const std::string text = write_graph(compiled.stages[0].graph);
  const Graph again = read_graph(YamlNode::parse(text, "graph"));
  CHECK(write_graph(again) == text);
  CHECK(again.splits.size() == 2);
  CHECK(again.splits[1].by_parts);
  CHECK(again.tensors.at("B").indices == std::vector<std::string>{"i", "j"});
  const std::string fewer =
      "version: 1\nsplits: {i: {outer: i0, inner: i1, factor: 4}}\n"
      "tensors: {B: {format: ss, indices: [i, j]}}\nblocks: {}\n";
  CHECK_THROWS_AS(read_graph(YamlNode::parse(fewer, "graph")), Error);
}

TEST_CASE("a bound is checked when sizes are known", "[lower]") {
  const Compiled exact =
      compile("x(i)=b(i)", {.formats = {}, .schedule = {"bound(i,ib,4,MaxExact)"}});
  const Scheduled& scheduled = exact.stages[0].plan.schedule;
  CHECK_NOTHROW(check_bounds(scheduled, {{"i", 4}}));
  CHECK_THROWS_AS(check_bounds(scheduled, {{"i", 5}}), Error);
  CHECK(exact.stages[0].graph.sizes.at("i") == 4);
}

}  // namespace fiberloom::test
