#include <algorithm>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/comparison_report.h"
#include "cli/kernel_options.h"
#include "cli/output.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

struct CompareArguments {
  std::string expression;
  ExpressionOptions compilation;
  std::vector<std::string> also;
  bool unscheduled = false;
  ComparisonOptions comparison;
  ConfigOptions config;
  KernelTimingOptions timing;
  uint64_t max_cycles = 0;
  std::string output;
  std::string csv;
  bool json = false;
};

/// The name before the first colon of NAME:EXPRESSION, and the rest.
std::pair<std::string, std::string> named(const std::string& text) {
  const size_t colon = text.find(':');
  if (colon == std::string::npos || text.find('=') < colon) {
    throw bad_input(fmt::format("--also takes NAME:EXPRESSION, not '{}'", text), {},
                    "e.g. --also \"separate: T(i,j) = ...; X(i,k) = ...\"");
  }
  return {text.substr(0, colon), text.substr(text.find_first_not_of(' ', colon + 1))};
}

std::vector<Variant> variants_of(const CompareArguments& arguments) {
  const std::string first = arguments.compilation.schedule.empty() ? "original" : "scheduled";
  std::vector<Variant> variants = {
      {.name = first, .expression = arguments.expression, .compilation = arguments.compilation}};
  ExpressionOptions plain = arguments.compilation;
  plain.schedule.clear();
  if (arguments.unscheduled) {
    variants.push_back(
        {.name = "original", .expression = arguments.expression, .compilation = plain});
  }
  for (const std::string& text : arguments.also) {
    const auto [name, expression] = named(text);
    variants.push_back({.name = name, .expression = expression, .compilation = plain});
  }
  return variants;
}

ExitCode exit_code(const ComparisonReport& report) {
  ExitCode code = report.equal() ? ExitCode::ok : ExitCode::check_failed;
  for (const VariantOutcome& outcome : report.outcomes) {
    if (outcome.check.failed()) {
      code = ExitCode::check_failed;
    }
    if (code == ExitCode::ok && outcome.simulation.status == RunStatus::deadlock) {
      code = ExitCode::deadlock;
    }
    if (code == ExitCode::ok && outcome.simulation.status == RunStatus::limit) {
      code = ExitCode::limit;
    }
  }
  return code;
}

ExitCode run(CompareArguments& arguments) {
  ComparisonOptions& options = arguments.comparison;
  options.config = arguments.config.config();
  options.max_cycles = arguments.max_cycles == 0 ? kNever : arguments.max_cycles;
  options.timing = arguments.timing.timing;
  options.threads = {1};
  if (arguments.timing.threads > 1) {
    options.threads.push_back(arguments.timing.threads);
  }
  if (arguments.unscheduled && arguments.compilation.schedule.empty()) {
    throw bad_input("--unscheduled goes with -s: there is no schedule to leave out");
  }
  const KernelCompiler compiler(arguments.timing.choice());
  std::vector<VariantOutcome> outcomes;
  for (const Variant& variant : variants_of(arguments)) {
    VariantOutcome outcome =
        compare_variant(variant, options, compiler, outcomes.empty() ? nullptr : &outcomes.front());
    outcomes.push_back(std::move(outcome));
  }
  const ComparisonReport report{.options = options, .outcomes = outcomes};
  if (!arguments.output.empty()) {
    write_tensor(arguments.output, outcomes.front().points);
  }
  if (!arguments.csv.empty()) {
    write_text_file(arguments.csv, report.to_csv());
  }
  if (arguments.json) {
    print_json(report.to_json());
  } else {
    std::cout << report.to_text();
  }
  return exit_code(report);
}

void add_variants(CLI::App& app, CompareArguments& arguments) {
  const std::string group = "Variants";
  app.add_flag("--unscheduled", arguments.unscheduled, "compare with the expression without -s too")
      ->group(group);
  app.add_option("--also", arguments.also,
                 "another way to the same result, e.g. in separate statements")
      ->type_name("NAME:EXPRESSION")
      ->allow_extra_args(false)
      ->take_all()
      ->group(group);
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto arguments = std::make_shared<CompareArguments>();
  app.add_option("expression", arguments->expression,
                 "index notation, e.g. \"x(i) = B(i,j) * c(j)\"")
      ->required();
  arguments->comparison.workload.add_to(app);
  arguments->compilation.add_to(app);
  arguments->config.add_to(app);
  add_variants(app, *arguments);
  arguments->timing.add_to(app, "time kernels of so many threads too");
  const std::string results = "Results";
  app.add_option("--max-cycles", arguments->max_cycles, "stop a simulation before this cycle")
      ->check(CLI::PositiveNumber)
      ->group(results);
  app.add_flag("--check", arguments->comparison.check, "compare with the reference evaluator too")
      ->group(results);
  app.add_option("-o,--output", arguments->output, "write the result tensor")
      ->type_name("FILE")
      ->group(results);
  app.add_option("--csv", arguments->csv, "write the table as CSV")
      ->type_name("FILE")
      ->group(results);
  app.add_flag("--json", arguments->json, "report as one JSON object")->group(results);
  return [arguments] { return run(*arguments); };
}

const Commands registration({.name = "compare",
                             .summary = "the same data through kernels and simulation",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
