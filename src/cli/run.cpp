#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/expression_options.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/result_files.h"
#include "cli/run_report.h"
#include "cli/shared_options.h"
#include "cli/simulation.h"
#include "samgraph/graph_yaml.h"
#include "samgraph/import/load_graph.h"
#include "sim/timeline.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostHostTokens = uint64_t{1} << 24;

struct RunArguments {
  std::string graph;  ///< a file, or an expression
  WorkloadOptions workload;
  ExpressionOptions compilation;
  ConfigOptions config;
  std::string expression;
  ResultOptions results;
  bool check = false;
  std::string zeros = "keep";
  std::string engine = "runahead";
  uint64_t max_cycles = 0;
  uint64_t host_cap = 1024;
  bool occupancy = false;
  std::string trace;
  std::string trace_window;
  bool json = false;
  bool no_progress = false;
};

/// A line on stderr that says how far a run is, some times a second.
class Progress {
 public:
  void beat() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(200)) {
      return;
    }
    last_ = now;
    drawn_ = true;
    std::cerr << fmt::format("\rsimulating, {:.1f} s\x1b[K",
                             std::chrono::duration<double>(now - start_).count())
              << std::flush;
  }
  ~Progress() {
    if (drawn_) {
      std::cerr << "\r\x1b[K" << std::flush;
    }
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = start_;
  bool drawn_ = false;
};

std::pair<Cycle, Cycle> parse_window(const std::string& text) {
  if (text.empty()) {
    return {0, kNever};
  }
  const size_t colon = text.find(':');
  try {
    if (colon != std::string::npos) {
      const Cycle begin = std::stoull(text.substr(0, colon));
      const Cycle end = std::stoull(text.substr(colon + 1));
      if (begin < end) {
        return {begin, end};
      }
    }
  } catch (const std::logic_error&) {
  }
  throw bad_input(fmt::format("--trace-window takes FIRST:LAST in cycles, not '{}'", text));
}

void write_directory(const RunArguments& arguments, const RunReport& report) {
  const fs::path directory = arguments.results.directory;
  write_text_file((directory / "config.yaml").string(), report.config.to_yaml());
  write_text_file((directory / "graph.yaml").string(), write_graph(report.simulation.graph()));
  nlohmann::json statistics = report.to_json();
  statistics["schema"] = 1;
  statistics["version"] = FIBERLOOM_VERSION;
  write_text_file((directory / "statistics.json").string(), statistics.dump(2) + "\n");
  write_text_file((directory / "report.txt").string(), report.to_text());
}

ExitCode exit_code(const RunReport& report) {
  switch (report.outcome.statistics.status) {
    case RunStatus::deadlock:
      return ExitCode::deadlock;
    case RunStatus::limit:
      return ExitCode::limit;
    case RunStatus::interrupted:
      return ExitCode::interrupted;
    case RunStatus::finished:
      break;
  }
  return report.check.failed() ? ExitCode::check_failed : ExitCode::ok;
}

RunOptions run_options(const RunArguments& arguments) {
  RunOptions options;
  options.clocked = arguments.engine == "clocked";
  options.host_cap = arguments.host_cap;
  options.max_cycles = arguments.max_cycles == 0 ? kNever : arguments.max_cycles;
  options.occupancy = arguments.occupancy;
  return options;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Simulates, checks and reports one graph.
class Run {
 public:
  explicit Run(const RunArguments& arguments)
      : arguments_(arguments), config_(arguments.config.config()) {}

  ExitCode graph() {
    const auto begin = std::chrono::steady_clock::now();
    const Simulation simulation(load_graph(arguments_.graph, arguments_.config.graph_parameters()),
                                arguments_.workload, arguments_.expression);
    const ExitCode code = simulate(simulation, seconds_since(begin));
    print(reports_.front());
    return code;
  }

  /// The statements of an expression one after the other.
  ExitCode expression() {
    const Compiled compiled =
        arguments_.compilation.compile(arguments_.graph, arguments_.workload.formats);
    ExitCode code = ExitCode::ok;
    for (size_t s = 0; s < compiled.stages.size() && code == ExitCode::ok; ++s) {
      const auto begin = std::chrono::steady_clock::now();
      const Simulation simulation(compiled.stages[s].graph,
                                  options_of_stage(compiled.program, s, arguments_.workload), "",
                                  results_);
      const Scheduled& schedule = compiled.stages[s].plan.schedule;
      check_bounds(schedule, simulation.workload().sizes);
      code = simulate(simulation, seconds_since(begin), schedule.not_in_graph);
    }
    if (reports_.size() == 1) {
      print(reports_.front());
    } else {
      print({{"status", reports_.back()["status"]}, {"stages", reports_}, {"cycles", cycles_}});
    }
    return code;
  }

 private:
  ExitCode simulate(const Simulation& simulation, double load_seconds,
                    const std::vector<std::string>& not_in_graph = {}) {
    RunOptions options = run_options(arguments_);
    std::optional<Timeline> timeline;
    if (!arguments_.trace.empty()) {
      const auto [first, last] = parse_window(arguments_.trace_window);
      timeline.emplace(arguments_.trace, first, last);
      options.timeline = &*timeline;
    }
    options.stop = &raised_by({SIGINT});
    Simulation::Outcome outcome;
    {
      Progress progress;
      if (!arguments_.no_progress && is_terminal()) {
        options.heartbeat = [&progress] { progress.beat(); };
      }
      outcome = simulation.run(config_, options, arguments_.zeros == "drop");
    }
    if (timeline) {
      timeline->finish();
    }
    const Simulation::Check check = checked(simulation, outcome);
    RunReport report{.simulation = simulation,
                     .config = config_,
                     .outcome = outcome,
                     .check = check,
                     .engine = arguments_.engine,
                     .seed = arguments_.workload.seed,
                     .load_seconds = load_seconds,
                     .not_in_graph = not_in_graph};
    if (outcome.statistics.status == RunStatus::deadlock) {
      report.sufficient_depth = simulation.sufficient_depth(config_, options);
    }
    write_files(report);
    reports_.push_back(report.to_json());
    if (!arguments_.json) {
      std::cout << report.to_text();
    }
    cycles_ += outcome.statistics.cycles;
    for (auto& [name, result] : outcome.results) {
      results_[name] = std::move(result.points);
    }
    return exit_code(report);
  }

  Simulation::Check checked(const Simulation& simulation,
                            const Simulation::Outcome& outcome) const {
    if (!arguments_.check) {
      return {};
    }
    if (outcome.statistics.status != RunStatus::finished) {
      return {.status = Simulation::Check::Status::not_possible,
              .reason = "the run did not finish"};
    }
    return simulation.check(outcome.results);
  }

  void write_files(RunReport& report) const {
    std::vector<std::string> names;
    for (const auto& [name, result] : report.outcome.results) {
      names.push_back(name);
    }
    report.files = arguments_.results.files(names);
    report.directory = arguments_.results.directory;
    for (const auto& [name, file] : report.files) {
      write_tensor(file, report.outcome.results.at(name).points);
    }
    if (!report.directory.empty()) {
      write_directory(arguments_, report);
    }
  }

  void print(const nlohmann::json& report) const {
    if (arguments_.json) {
      print_json(report);
    }
  }

  const RunArguments& arguments_;
  MachineConfig config_;
  std::vector<nlohmann::json> reports_;
  std::map<std::string, CoordinateList> results_;
  Cycle cycles_ = 0;
};

ExitCode run(const RunArguments& arguments) {
  const bool expression = is_expression(arguments.graph);
  if (!expression && arguments.compilation.given()) {
    throw bad_input("-s, --strict and --dense go with an expression, a graph has its loops");
  }
  if (expression && !arguments.expression.empty()) {
    throw bad_input("--expression goes with a graph file, the expression says what it computes");
  }
  if (expression && !arguments.config.graph_parameters().empty()) {
    throw bad_input("--set graph.NAME goes with a graph file, an expression has no parameters");
  }
  arguments.results.make_directory();
  Run run(arguments);
  return expression ? run.expression() : run.graph();
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto arguments = std::make_shared<RunArguments>();
  app.add_option("graph", arguments->graph,
                 "a graph file (.yaml, .gv of SAM, .pb of tortilla), or an expression in quotes")
      ->required();
  arguments->workload.add_to(app);
  arguments->compilation.add_to(app);
  arguments->config.add_to(app);
  const std::string results = "Results";
  arguments->results.add_to(app, "config, graph, statistics and results");
  app.add_flag("--check", arguments->check, "compare the result with the reference evaluator")
      ->group(results);
  app.add_option("--expression", arguments->expression,
                 "what the graph computes, where it does not say")
      ->group(results);
  app.add_option("--zeros", arguments->zeros, "computed zeros in the result")
      ->check(CLI::IsMember({"keep", "drop"}))
      ->group(results);
  app.add_flag("--json", arguments->json, "report as one JSON object")->group(results);
  const std::string simulation = "Simulation";
  app.add_option("--engine", arguments->engine, "runahead, or the slow oracle clocked")
      ->check(CLI::IsMember({"runahead", "clocked"}))
      ->group(simulation);
  app.add_option("--max-cycles", arguments->max_cycles, "stop before this cycle (exit code 4)")
      ->check(CLI::PositiveNumber)
      ->group(simulation);
  app.add_flag("--occupancy", arguments->occupancy, "measure unbounded FIFOs too")
      ->group(simulation);
  app.add_option("--host-cap", arguments->host_cap,
                 "tokens that a FIFO may hold in host memory; changes no cycle")
      ->check(CLI::Range(uint64_t{1}, kMostHostTokens))
      ->group(simulation);
  app.add_option("--trace", arguments->trace, "write a Chrome trace of all processes")
      ->type_name("FILE")
      ->group(simulation);
  app.add_option("--trace-window", arguments->trace_window, "only cycles from A to before B")
      ->type_name("A:B")
      ->group(simulation);
  app.add_flag("--no-progress", arguments->no_progress, "draw no progress line")->group(simulation);
  return [arguments] {
    if (!arguments->trace_window.empty() && arguments->trace.empty()) {
      throw bad_input("--trace-window goes with --trace");
    }
    return run(*arguments);
  };
}

const Commands registration({.name = "run",
                             .summary = "simulate a SAM graph, or an expression",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
