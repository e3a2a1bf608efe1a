#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/checker.h"
#include "einsum/parser.h"
#include "lower/compiled_run.h"
#include "lower/random_commands.h"
#include "lower/random_formats.h"
#include "reference/evaluator.h"
#include "reference/random_program.h"
#include "samgraph/graph_yaml.h"
#include "support/cases.h"

// Random expressions under random schedules: what the graph computes is what the reference makes of
// the expression as it is written, whatever was moved, fused, split or precomputed.

namespace fiberloom::test {
namespace {

struct Counts {
  std::map<std::string, size_t> commands;
  size_t refused = 0;
  size_t temporaries = 0;
};

std::optional<RandomProgram> random_statement(Choices& choices, const Flavour& flavour) {
  if (choices.percent(40)) {
    RandomProgram made = random_program(choices, flavour);
    return made.program.size() == 1 ? std::optional(made) : std::nullopt;
  }
  Program program = parse_program(random_product(choices));
  try {
    check(program);
  } catch (const Error&) {
    return std::nullopt;  // R or S with two orders
  }
  return with_random_data(choices, std::move(program), flavour, 4);
}

std::optional<std::string> failure_of(Choices& choices, const Flavour& flavour, Counts& counts) {
  const std::optional<RandomProgram> made = random_statement(choices, flavour);
  if (!made) {
    return std::nullopt;
  }
  const auto& [program, sizes, data] = *made;
  const std::string text = to_string(program);
  CompileOptions options{.formats = random_formats(choices, program), .schedule = {}};
  options.scan_dense = choices.percent(30);
  std::string shown;
  const std::optional<std::string> wrong = failure_in([&] {
    const RandomSchedule schedule = random_schedule(choices, text, options, sizes);
    options.schedule = schedule.commands;
    counts.refused += schedule.refused;
    for (const std::string& command : schedule.commands) {
      const std::string name = command.substr(0, command.find('('));
      ++counts.commands[name == "reorder" && command.find(';') != std::string::npos
                            ? "reorder of a branch"
                            : name];
    }
    const Compiled compiled = compile(text, options);
    for (const Stage& stage : compiled.stages) {
      counts.temporaries += stage.plan.schedule.temporaries.size();
      shown += to_string(stage.plan) + write_graph(stage.graph);
    }
    MachineConfig config;
    config.fifo.depth = choices.percent(30) ? 4 : 0;
    return disagreement(compiled, data, sizes, config);
  });
  if (!wrong) {
    return std::nullopt;
  }
  return fmt::format("{}\n{} -s {}{}\n{}\n{}\n{}", text, fmt::join(options.formats, " "),
                     fmt::join(options.schedule, " -s "),
                     options.scan_dense ? ", dense scanned" : "", describe(data), shown, *wrong);
}

void check_schedules(const Flavour& flavour, uint64_t seed) {
  const uint64_t count = cases(500, 20'000);
  Counts counts;
  const Property property = [&](Choices& choices) { return failure_of(choices, flavour, counts); };
  for (uint64_t k = 0; k < count; ++k) {
    Choices choices(seed + k);
    if (property(choices)) {
      Choices small(shrunk(choices.made(), property));
      FAIL("seed " << seed + k << "\n" << *property(small));
    }
  }
  std::string text = fmt::format("{} cases, {} temporaries, {} commands refused;", count,
                                 counts.temporaries, counts.refused);
  for (const auto& [command, times] : counts.commands) {
    text += fmt::format(" {} {}", command, times);
    CHECK(times > 0);
  }
  CHECK(counts.commands.size() == 14);
  WARN(text);
}

}  // namespace

TEST_CASE("graphs of sums and products under random schedules are right", "[lower][property]") {
  check_schedules({.functions = false, .reals = false, .division = false, .reductions = false},
                  5'000'001);
}

TEST_CASE("graphs with all operators under random schedules are right", "[lower][property]") {
  check_schedules({}, 6'000'001);
}

TEST_CASE("graphs of integers under random schedules are right", "[lower][property]") {
  check_schedules({.reals = false, .type = ComponentType::int32}, 7'000'001);
}

}  // namespace fiberloom::test
