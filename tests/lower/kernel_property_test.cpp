#include <algorithm>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lower/kernel_run.h"
#include "lower/random_case.h"
#include "lower/random_commands.h"
#include "reference/evaluator.h"
#include "support/cases.h"

// What a kernel computes is what the reference makes of the expression, under all formats, loop
// orders and schedules, with one thread and with several.

namespace fiberloom::test {
namespace {

/// Schedules that have no kernel.
bool is_refusal(const std::string& message) {
  static const std::vector<std::string> kRefusals = {"does not run over",
                                                     "threads cannot share",
                                                     "are not known where its loop is split",
                                                     "is not stored in the",
                                                     "merges several",
                                                     "cannot be unrolled",
                                                     "cannot run in vectors",
                                                     "the loops do not begin with"};
  return std::ranges::any_of(kRefusals, [&](const std::string& refusal) {
    return message.find(refusal) != std::string::npos;
  });
}

std::optional<std::string> failure_of(Choices& choices, const Flavour& flavour, bool scheduled) {
  CompiledCase made = random_case(choices, flavour);
  const auto& [program, sizes, data] = made.program;
  const std::string text = to_string(program);
  const int threads = choices.percent(30) ? 3 : 1;
  std::string shown;
  const auto attempt = [&] {
    if (scheduled && program.size() == 1) {
      made.options.schedule.clear();
      made.options.schedule = random_schedule(choices, text, made.options, sizes).commands;
    }
    const PlannedProgram planned = plan_kernels(text, made.options);
    shown = kernel_texts(planned, threads);
    return kernel_disagreement(planned, data, sizes, threads);
  };
  const std::optional<std::string> wrong = failure_in(
      attempt, [&](const Error& error) { return scheduled && is_refusal(error.what()); });
  if (!wrong) {
    return std::nullopt;
  }
  return fmt::format("{}\n{} -s {}, {} threads\n{}{}\n{}", text,
                     fmt::join(made.options.formats, " "), fmt::join(made.options.schedule, " -s "),
                     threads, describe(data), shown, *wrong);
}

void check_property(const Flavour& flavour, bool scheduled, uint64_t seed) {
  const Property property = [&](Choices& choices) {
    return failure_of(choices, flavour, scheduled);
  };
  for (uint64_t k = 0; k < cases(250, 20'000); ++k) {
    Choices choices(seed + k);
    if (property(choices)) {
      Choices small(shrunk(choices.made(), property));
      FAIL("seed " << seed + k << "\n" << *property(small));
    }
  }
}

const Flavour kSumsOfProducts = {
    .functions = false, .reals = false, .division = false, .reductions = false};

}  // namespace

TEST_CASE("kernels of random sums and products are right", "[kernel][property]") {
  check_property(kSumsOfProducts, false, 11'000'001);
}

TEST_CASE("kernels of random expressions with all operators are right", "[kernel][property]") {
  check_property({}, false, 12'000'001);
}

TEST_CASE("kernels of sums and products under random schedules are right", "[kernel][property]") {
  check_property(kSumsOfProducts, true, 13'000'001);
}

TEST_CASE("kernels with all operators under random schedules are right", "[kernel][property]") {
  check_property({}, true, 14'000'001);
}

TEST_CASE("kernels of integers under random schedules are right", "[kernel][property]") {
  check_property({.reals = false, .type = ComponentType::int32}, true, 15'000'001);
}

}  // namespace fiberloom::test
