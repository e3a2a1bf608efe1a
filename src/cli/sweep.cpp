#include "explore/sweep.h"

#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/result_files.h"
#include "cli/sweep_check.h"
#include "cli/sweep_progress.h"
#include "explore/command_line.h"
#include "explore/identity.h"
#include "explore/local_executor.h"
#include "explore/sweep_lock.h"
#include "report/csv.h"
#include "report/json_table.h"
#include "report/report_text.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  std::string spec;
  std::string directory;
  size_t workers = 0;  ///< 0: as many as suit what is measured
  double timeout = 0;
  uint64_t memory_megabytes = 0;
  bool resume = false;
  bool dry_run = false;
  bool json = false;
  bool no_progress = false;
};

/// Kernels are timed, so by default they have the machine for themselves.
size_t worker_count(const SweepArguments& arguments, const SweepSpec& spec) {
  if (arguments.workers > 0) {
    return arguments.workers;
  }
  return spec.measures_of(Measure::kernel) ? 1 : std::max(1U, std::thread::hardware_concurrency());
}

ReportTable table_of(const SweepSpec& spec, const std::vector<SweepPoint>& points) {
  ReportTable planned{.columns = {"point"}};
  for (const std::string& name : spec.axis_names()) {
    planned.columns.push_back(name);
  }
  for (const SweepPoint& point : points) {
    ReportTable::Row& row = planned.rows.emplace_back();
    row.emplace_back(static_cast<int64_t>(point.number));
    for (const std::string& text : point.values) {
      row.push_back(datum_from_text(text));
    }
  }
  return planned;
}

ExitCode dry_run(const SweepArguments& arguments, const SweepSpec& spec,
                 const std::vector<SweepPoint>& points) {
  const ReportTable planned = table_of(spec, points);
  if (arguments.json) {
    print_json({{"status", "ok"}, {"points", points.size()}, {"planned", table_to_json(planned)}});
    return ExitCode::ok;
  }
  std::cout << to_text(planned) << fmt::format("\n{} points, the first one:\n", points.size());
  const std::vector<Setting> settings = settings_of(spec, points[0]);
  for (const Measure measure : spec.measures) {
    std::cout << "fiberloom " << shell_text(command_line(spec, settings, measure)) << '\n';
  }
  return ExitCode::ok;
}

/// Begins the sweep in its store, or makes sure that the one there is the same.
void match_store(const SweepArguments& arguments, SweepStore& store, const SweepRecord& wanted) {
  const auto there = store.record();
  if (!there) {
    store.begin(wanted);
    return;
  }
  if (!arguments.resume) {
    throw bad_input("a sweep was begun here before", {.file = arguments.directory},
                    "--resume goes on with it; or name another folder");
  }
  const std::vector<std::string> changed = differences(there->identity, wanted.identity);
  if (!changed.empty()) {
    std::string hint;
    for (const std::string& line : changed) {
      hint += (hint.empty() ? "" : "\n  ") + line;
    }
    throw bad_input("the sweep that was begun here is another one", {.file = arguments.directory},
                    hint);
  }
}

struct Ends {
  size_t done = 0;
  std::map<std::string, size_t> by_status;

  size_t failed() const {
    const auto ok = by_status.find("ok");
    return done - (ok == by_status.end() ? 0 : ok->second);
  }
};

Ends count_ends(const ReportTable& results) {
  Ends ends{.done = results.rows.size(), .by_status = {}};
  for (const ReportTable::Row& row : results.rows) {
    ++ends.by_status[to_text(row[results.column("status", "")])];
  }
  return ends;
}

ExitCode print_ends(const SweepArguments& arguments, const Ends& ends, size_t points) {
  const bool complete = ends.done == points;
  const std::string csv = (fs::path(arguments.directory) / "results.csv").string();
  if (arguments.json) {
    print_json({{"status", !complete           ? "interrupted"
                           : ends.failed() > 0 ? "failed"
                                               : "ok"},
                {"points", points},
                {"done", ends.done},
                {"by_status", ends.by_status},
                {"results", (fs::path(arguments.directory) / "results.sqlite").string()},
                {"csv", csv}});
  } else {
    std::cout << fmt::format("{} of {} points done", ends.done, points);
    for (const auto& [status, count] : ends.by_status) {
      std::cout << fmt::format(", {} {}", count, status);
    }
    std::cout << fmt::format("\nresults in {} (fiberloom report {})\n", csv, arguments.directory);
  }
  if (!complete) {
    return ExitCode::interrupted;
  }
  return ends.failed() > 0 ? ExitCode::check_failed : ExitCode::ok;
}

ExitCode measure(const SweepArguments& arguments, const SweepSpec& spec, const YamlNode& file,
                 const std::vector<SweepPoint>& points) {
  ResultOptions{.output = "", .directory = arguments.directory}.make_directory();
  const SweepLock lock(arguments.directory);
  const fs::path directory = arguments.directory;
  SweepStore store((directory / "results.sqlite").string(), SweepStore::Mode::write);
  match_store(arguments, store, {.identity = identity_of(spec, file), .points = points.size()});
  const std::atomic<bool>& stopped = raised_by({SIGINT, SIGTERM});
  {
    LocalExecutor executor({.workers = worker_count(arguments, spec),
                            .memory_bytes = arguments.memory_megabytes << 20});
    ProgressLine progress(!arguments.no_progress && is_terminal());
    Sweep sweep(spec, points, store, executor,
                {.timeout = arguments.timeout,
                 .stop = &stopped,
                 .progress = [&](const SweepProgress& now) { progress.draw(now); }});
    sweep.run();
  }
  const ReportTable results = store.table();
  write_text_file((directory / "results.csv").string(), to_csv(results));
  store.close();
  return print_ends(arguments, count_ends(results), points.size());
}

ExitCode run(const SweepArguments& arguments) {
  const YamlNode file = YamlNode::load(arguments.spec);
  const SweepSpec spec = read_sweep(file, arguments.spec);
  check_sweep(spec);
  const std::vector<SweepPoint> points = make_points(spec);
  if (arguments.dry_run) {
    return dry_run(arguments, spec, points);
  }
  if (arguments.directory.empty()) {
    throw bad_input("a sweep needs a folder for its results", {}, "--out DIR, or --dry-run");
  }
  return measure(arguments, spec, file, points);
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto arguments = std::make_shared<SweepArguments>();
  constexpr size_t kMostWorkers = 4096;
  constexpr uint64_t kMostMegabytes = uint64_t{1} << 30;
  app.add_option("spec", arguments->spec, "the sweep's file (configs/sweeps/README.md)")
      ->required()
      ->type_name("SPEC");
  app.add_option("--out", arguments->directory,
                 "folder for the results: results.sqlite and results.csv")
      ->type_name("DIR");
  app.add_option("-j,--jobs", arguments->workers,
                 "points at once; default: the number of processors, 1 where kernels are timed")
      ->check(CLI::Range(size_t{1}, kMostWorkers));
  app.add_option("--timeout", arguments->timeout, "seconds for a point")
      ->check(CLI::PositiveNumber);
  app.add_option("--memory", arguments->memory_megabytes, "address space of a point, in MB")
      ->check(CLI::Range(uint64_t{1}, kMostMegabytes));
  app.add_flag("--resume", arguments->resume, "go on with the sweep in the folder");
  app.add_flag("--dry-run", arguments->dry_run, "print the points and measure nothing");
  app.add_flag("--json", arguments->json, "report as one JSON object");
  app.add_flag("--no-progress", arguments->no_progress, "draw no progress line");
  return [arguments] { return run(*arguments); };
}

const Commands registration({.name = "sweep",
                             .summary = "measure many points, each in a process of its own",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
