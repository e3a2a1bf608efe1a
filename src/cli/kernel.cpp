#include <filesystem>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/expression_options.h"
#include "cli/kernel_options.h"
#include "cli/kernel_report.h"
#include "cli/output.h"
#include "cli/result_files.h"
#include "kernel/bandwidth.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

struct KernelArguments {
  std::string expression;
  WorkloadOptions workload;
  ExpressionOptions compilation;
  ResultOptions results;
  bool check = false;
  std::string zeros = "keep";
  KernelTimingOptions timing;
  bool roofline = false;
  std::string emit;
  bool json = false;
};

/// Compiles, runs, checks and reports the statements of an expression one after the other.
class KernelCommand {
 public:
  explicit KernelCommand(const KernelArguments& arguments)
      : arguments_(arguments), compiler_(arguments.timing.choice()), bandwidth_(compiler_) {}

  ExitCode run(const PlannedProgram& planned) {
    ExitCode code = ExitCode::ok;
    const bool stages = planned.plans.size() > 1;
    if (stages && !arguments_.results.output.empty()) {
      throw bad_input("-o names one file, the expression has several results", {}, "use --out DIR");
    }
    for (size_t s = 0; s < planned.plans.size() && code == ExitCode::ok; ++s) {
      code = run_statement(KernelRun(
          planned.plans[s], options_of_stage(planned.program, s, arguments_.workload), results_));
    }
    nlohmann::json report = reports_.front();
    if (stages) {
      report = {{"status", reports_.back()["status"]}, {"stages", reports_}};
    }
    if (arguments_.json) {
      print_json(report);
    }
    write_folder(report);
    return code;
  }

 private:
  ExitCode run_statement(const KernelRun& run) {
    const KernelTimingOptions& how = arguments_.timing;
    KernelRun::Outcome outcome = run.run(
        compiler_,
        {.timing = how.timing, .threads = how.threads, .drop_zeros = arguments_.zeros == "drop"});
    KernelReport report{
        .run = run, .outcome = outcome, .cold = how.timing.cold, .seed = arguments_.workload.seed};
    if (arguments_.check) {
      report.check = run.check(outcome.points);
    }
    if (arguments_.roofline) {
      report.roofline = Roofline{.bytes = outcome.bytes,
                                 .seconds = outcome.timing.wall.median(),
                                 .bandwidth = bandwidth_.measure(outcome.threads),
                                 .threads = outcome.threads};
    }
    write_result(run, report);
    reports_.push_back(report.to_json());
    text_ += report.to_text();
    sources_ += outcome.source.text;
    if (!arguments_.json) {
      std::cout << report.to_text();
    }
    results_[run.result_name()] = std::move(outcome.points);
    return report.check.failed() ? ExitCode::check_failed : ExitCode::ok;
  }

  void write_result(const KernelRun& run, KernelReport& report) const {
    const auto files = arguments_.results.files({run.result_name()});
    if (const auto file = files.find(run.result_name()); file != files.end()) {
      report.file = file->second;
      write_tensor(report.file, report.outcome.points);
    }
  }

  void write_folder(nlohmann::json report) const {
    if (arguments_.results.directory.empty()) {
      return;
    }
    const fs::path directory = arguments_.results.directory;
    report["schema"] = 1;
    report["version"] = FIBERLOOM_VERSION;
    write_text_file((directory / "statistics.json").string(), report.dump(2) + "\n");
    write_text_file((directory / "report.txt").string(), text_);
    write_text_file((directory / "kernel.c").string(), sources_);
  }

  const KernelArguments& arguments_;
  KernelCompiler compiler_;
  BandwidthMeter bandwidth_;
  std::vector<nlohmann::json> reports_;
  std::string text_;
  std::string sources_;
  std::map<std::string, CoordinateList> results_;
};

/// Without data the operands' types are those of -t.
std::string emitted(const KernelArguments& arguments, const PlannedProgram& planned) {
  const ComponentTypes types = parse_types(arguments.workload.types);
  std::string text;
  for (const Plan& plan : planned.plans) {
    text += kernel_without_data(plan, types, arguments.timing.threads).text;
  }
  return text;
}

ExitCode run(const KernelArguments& arguments) {
  const PlannedProgram planned =
      arguments.compilation.plan_kernels(arguments.expression, arguments.workload.formats);
  if (!arguments.emit.empty()) {
    const std::string text = emitted(arguments, planned);
    if (arguments.results.output.empty()) {
      std::cout << text;
    } else {
      write_text_file(arguments.results.output, text);
    }
    return ExitCode::ok;
  }
  arguments.results.make_directory();
  return KernelCommand(arguments).run(planned);
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto arguments = std::make_shared<KernelArguments>();
  app.add_option("expression", arguments->expression,
                 "index notation, e.g. \"x(i) = B(i,j) * c(j)\"")
      ->required();
  arguments->workload.add_to(app);
  arguments->compilation.add_to(app);
  arguments->results.add_to(app, "kernel, statistics and results");
  const std::string results = "Results";
  app.add_flag("--check", arguments->check, "compare the result with the reference evaluator")
      ->group(results);
  app.add_option("--zeros", arguments->zeros, "computed zeros in the result")
      ->check(CLI::IsMember({"keep", "drop"}))
      ->group(results);
  app.add_flag("--json", arguments->json, "report as one JSON object")->group(results);
  arguments->timing.add_to(app, "threads that the kernel may use");
  app.add_flag("--roofline", arguments->roofline,
               "measure the memory's bandwidth too (takes seconds)")
      ->group("Timing");
  app.add_option("--emit", arguments->emit, "print the kernel, do not run it")
      ->check(CLI::IsMember({"c"}))
      ->group("C compiler");
  return [arguments] { return run(*arguments); };
}

const Commands registration({.name = "kernel",
                             .summary = "compile, run and time an expression's CPU kernel",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
