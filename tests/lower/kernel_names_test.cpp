#include <algorithm>

#include <catch2/catch.hpp>

#include "einsum/operators.h"
#include "lower/kernel/helpers.h"
#include "lower/trial.h"

namespace fiberloom::test {

TEST_CASE("indices and tensors may have any name that C or a kernel has", "[kernel]") {
  std::vector<std::string> names = KernelHelpers::defined_names();
  for (const char* expected : {"divide", "minimum", "find_key", "key_table", "largest_index"}) {
    CHECK(std::ranges::find(names, expected) != names.end());
  }
  for (const char* other : {"int", "double", "restrict", "free", "sizes", "status", "compute",
                            "operands", "w", "sum", "result", "finish"}) {
    names.emplace_back(other);
  }
  // Names of expressions have no underscore.
  std::erase_if(names, [](const std::string& name) { return name.find('_') != name.npos; });
  const std::vector<std::string> functions = function_names();
  uint64_t seed = 0;
  for (const std::string& name : names) {
    std::vector<std::string> expressions = {"x(" + name + ",j) = max(b(" + name +
                                            ",k) * c(k,j), 1/d(" + name + ",j))"};
    if (std::ranges::find(functions, name) == functions.end()) {
      expressions.push_back("x(i,j) = " + name + "(i,k) * c(k,j) / d(i,j)");
    }
    for (const std::string& expression : expressions) {
      INFO(expression);
      const Trial trial = try_kernels_on_random_data(expression, {}, ++seed);
      CHECK(trial.reason.empty());
      CHECK(trial.kind == Trial::Kind::right);
    }
  }
}

}  // namespace fiberloom::test
