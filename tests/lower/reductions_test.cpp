#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "lower/compiled_run.h"
#include "lower/trial.h"

namespace fiberloom::test {

TEST_CASE("reductions around loops that they do not use are finished before", "[lower]") {
  struct Case {
    std::string expression;
    std::string order;
  };
  const std::vector<Case> cases = {
      {"X(j)=max_i(b(i))", "reorder(i,j)"},      {"X(j)=product_i(b(i))", "reorder(i,j)"},
      {"X(j)=min_i(2)", "reorder(i,j)"},         {"X(j,k)=min_i(B(i,k))", "reorder(k,i,j)"},
      {"X(j)=c(j)*max_i(b(i))", "reorder(i,j)"}, {"X(j)=b(i)", "reorder(i,j)"}};
  for (const auto& [expression, order] : cases) {
    for (const char letter : {'s', 'd'}) {
      INFO(expression << ", " << order << ", all levels " << letter);
      const Trial trial = try_on_random_data(
          expression, {.formats = {}, .schedule = {order}, .default_format = letter}, 11);
      CHECK(trial.reason == "");
      CHECK(trial.kind == Trial::Kind::right);
    }
  }
}

TEST_CASE("a quotient of integers is taken after its sum, in any order", "[lower]") {
  const Compiled compiled =
      compile("x(i)=sum_j(B(i,j))/2", {.formats = {}, .schedule = {"reorder(j,i)"}});
  CoordinateList b{.shape = {2, 2}, .columns = {{0, 0, 1, 1}, {0, 1, 0, 1}}};
  b.values = Values(std::vector<int32_t>{1, 1, 3, 2});
  const CompiledRun run = run_compiled(compiled, {{"B", b}}, {{"i", 2}, {"j", 2}});
  CHECK(run.results.at("x").values.real(0) == 1);
  CHECK(run.results.at("x").values.real(1) == 2);
}

}  // namespace fiberloom::test
