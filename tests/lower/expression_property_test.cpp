#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/choices.h"
#include "lower/compiled_run.h"
#include "lower/random_case.h"
#include "reference/evaluator.h"
#include "samgraph/graph_yaml.h"
#include "support/cases.h"

namespace fiberloom::test {
namespace {

uint64_t expressions() { return cases(500, 20'000); }

struct Shapes {
  std::set<std::string> seen;
};

std::optional<std::string> failure_of(Choices& choices, const Flavour& flavour, Shapes& shapes) {
  const CompiledCase made = random_case(choices, flavour);
  const auto& [program, sizes, data] = made.program;
  const std::string text = to_string(program);
  const std::string options =
      fmt::format("formats {}{}{}", fmt::join(made.options.formats, " "),
                  made.options.scan_dense ? ", dense scanned" : "",
                  made.options.schedule.empty() ? "" : ", " + made.options.schedule[0]);
  shapes.seen.insert(text + options);
  std::string graph;
  const std::optional<std::string> wrong = failure_in([&] {
    const Compiled compiled = compile(text, made.options);
    for (const Stage& stage : compiled.stages) {
      graph += to_string(stage.plan) + write_graph(stage.graph);
    }
    MachineConfig config;
    config.fifo.depth = choices.percent(30) ? 4 : 0;
    return disagreement(compiled, data, sizes, config);
  });
  if (!wrong) {
    return std::nullopt;
  }
  return fmt::format("{}\n{}\n{}{}\n{}", text, options, describe(data), graph, *wrong);
}

void check_property(const std::string& name, const Flavour& flavour, uint64_t count,
                    uint64_t seed) {
  Shapes shapes;
  const Property property = [&](Choices& choices) { return failure_of(choices, flavour, shapes); };
  for (uint64_t k = 0; k < count; ++k) {
    Choices choices(seed + k);
    if (property(choices)) {
      Choices small(shrunk(choices.made(), property));
      FAIL(name << ", seed " << seed + k << "\n" << *property(small));
    }
  }
  WARN(name << ": " << count << " cases, " << shapes.seen.size()
            << " distinct expressions x formats x orders");
}

}  // namespace

TEST_CASE("graphs of random expressions, formats and loop orders are right", "[lower][property]") {
  check_property("sums and products",
                 {.functions = false, .reals = false, .division = false, .reductions = false},
                 expressions(), 1);
}

TEST_CASE("graphs of random expressions with all operators are right", "[lower][property]") {
  check_property("all operators", {}, expressions(), 1'000'001);
}

}  // namespace fiberloom::test
