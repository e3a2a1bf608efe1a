#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lower/kernel_run.h"
#include "lower/random_case.h"
#include "reference/evaluator.h"
#include "support/cases.h"

namespace fiberloom::test {
namespace {

std::optional<std::string> failure_of(Choices& choices, const Flavour& flavour) {
  const CompiledCase made = random_case(choices, flavour);
  const auto& [program, sizes, data] = made.program;
  const std::string text = to_string(program);
  std::string plans;
  std::optional<std::string> wrong;
  try {
    const Compiled compiled = compile(text, made.options);
    for (const Stage& stage : compiled.stages) {
      plans += to_string(stage.plan);
    }
    wrong = kernel_disagreement(compiled, data, sizes);
  } catch (const NotPossible&) {
    return std::nullopt;
  } catch (const Error& error) {
    // Both refuse to divide an integer by zero. No order serves max_i(B(i,j)) + max_j(C(i,j)).
    if (std::string(error.what()).find("division") == std::string::npos &&
        error.hint().find("another reduction") == std::string::npos) {
      wrong = error.render();
    }
  }
  if (!wrong) {
    return std::nullopt;
  }
  return fmt::format("{}\nformats {}{}\n{}{}\n{}", text, fmt::join(made.options.formats, " "),
                     made.options.schedule.empty() ? "" : ", " + made.options.schedule[0],
                     describe(data), plans, *wrong);
}

void check_property(const std::string& name, const Flavour& flavour, uint64_t count,
                    uint64_t seed) {
  const Property property = [&](Choices& choices) { return failure_of(choices, flavour); };
  for (uint64_t k = 0; k < count; ++k) {
    Choices choices(seed + k);
    if (property(choices)) {
      Choices small(shrunk(choices.made(), property));
      FAIL(name << ", seed " << seed + k << "\n" << *property(small));
    }
  }
}

}  // namespace

TEST_CASE("kernels of random sums and products are right", "[kernel][property]") {
  check_property("sums and products",
                 {.functions = false, .reals = false, .division = false, .reductions = false},
                 cases(500, 20'000), 1);
}

TEST_CASE("kernels of random expressions with all operators are right", "[kernel][property]") {
  check_property("all operators", {}, cases(500, 20'000), 1'000'001);
}

}  // namespace fiberloom::test
