#include <filesystem>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "explore/report_scalars.h"
#include "explore/sweep_store.h"
#include "report/csv.h"
#include "report/json_table.h"
#include "report/report_text.h"
#include "report/select.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBestShown = 10;

struct ReportArguments {
  std::vector<std::string> paths;
  std::vector<std::string> columns;
  std::vector<std::string> where;
  std::string sort;
  std::string best;
  std::vector<std::string> front;
  size_t limit = 0;  ///< 0: all
  bool csv = false;
  bool json = false;
};

/// A table, and the columns of it that are worth a look.
struct Source {
  ReportTable table;
  std::vector<std::string> columns;
};

/// The points of a sweep: their axes and what came out.
Source read_store(const std::string& path) {
  Source source{.table = SweepStore(path, SweepStore::Mode::read).table(), .columns = {}};
  for (const std::string& name : source.table.columns) {
    if (name == "status") {
      break;  // what comes before it are the number and the axes
    }
    source.columns.push_back(name);
  }
  const auto& all = source.table.columns;
  for (const char* name : {"status", "cycles", "sufficient_depth", "kernel_seconds", "message"}) {
    if (std::ranges::find(all, name) != all.end()) {
      source.columns.emplace_back(name);
    }
  }
  return source;
}

/// A run: the scalars of its statistics.
Source read_run(const fs::path& directory) {
  const std::string file = (directory / "statistics.json").string();
  const auto report = nlohmann::json::parse(read_text_file(file), nullptr, false);
  if (!report.is_object()) {
    throw bad_input("not the statistics of a run", {.file = file});
  }
  nlohmann::json cells = {{"run", directory.string()}};
  for (const char* key : {"graph", "expression", "status"}) {
    cells[key] = report.value(key, nlohmann::json());
  }
  collect_scalars(report, "", cells);
  Source source{.table = {}, .columns = {"run", "graph", "status", "cycles", "tokens"}};
  source.table.rows.emplace_back();
  for (const std::string& name : source.columns) {
    source.table.add_column(name);
  }
  for (const auto& cell : cells.items()) {
    const size_t column = source.table.add_column(cell.key());
    source.table.rows[0][column] = datum_from_json(cell.value());
  }
  return source;
}

Source read_source(const std::string& path) {
  if (fs::exists(fs::path(path) / "results.sqlite")) {
    return read_store((fs::path(path) / "results.sqlite").string());
  }
  if (fs::exists(fs::path(path) / "statistics.json")) {
    return read_run(path);
  }
  if (fs::is_directory(path)) {
    throw bad_input("no results here", {.file = path},
                    "a report reads folders that sweep --out or run --out has made");
  }
  return read_store(path);
}

Source read_sources(const std::vector<std::string>& paths) {
  Source all = read_source(paths[0]);
  for (size_t p = 1; p < paths.size(); ++p) {
    const Source more = read_source(paths[p]);
    append(all.table, more.table);
    for (const std::string& column : more.columns) {
      if (std::ranges::find(all.columns, column) == all.columns.end()) {
        all.columns.push_back(column);
      }
    }
  }
  return all;
}

void keep_ok(ReportTable& table) {
  const size_t status = table.column("status", "--best");
  std::erase_if(table.rows, [&](const auto& row) { return to_text(row[status]) != "ok"; });
}

void select_rows(ReportTable& table, const ReportArguments& arguments) {
  for (const std::string& text : arguments.where) {
    keep_where(table, Condition(text, table.columns, [&](size_t offset, size_t length) {
                 return locate_in_text("--where", text, offset, length);
               }));
  }
  if (!arguments.front.empty()) {
    keep_ok(table);
    std::vector<Ranking> rankings;
    for (const std::string& text : arguments.front) {
      rankings.push_back(parse_ranking(table, text, "--pareto"));
    }
    keep_front(table, rankings);
  }
  if (!arguments.best.empty()) {
    const Ranking ranking = parse_ranking(table, arguments.best, "--best");
    keep_ok(table);
    keep_measured(table, ranking.column);
    sort_by(table, ranking);
  }
  if (!arguments.sort.empty()) {
    sort_by(table, parse_ranking(table, arguments.sort, "--sort"));
  }
  const size_t limit =
      arguments.limit == 0 && !arguments.best.empty() ? kBestShown : arguments.limit;
  if (limit > 0 && table.rows.size() > limit) {
    table.rows.resize(limit);
  }
}

/// The columns of the text: those asked for, else a choice that has what the rows were chosen by.
std::vector<std::string> text_columns(const Source& source, const ReportArguments& arguments) {
  if (!arguments.columns.empty()) {
    return arguments.columns;
  }
  std::vector<std::string> columns = source.columns;
  std::vector<std::string> rankings = arguments.front;
  for (const std::string& text : {arguments.best, arguments.sort}) {
    if (!text.empty()) {
      rankings.push_back(text);
    }
  }
  for (const std::string& text : rankings) {
    const std::string& name = source.table.columns[parse_ranking(source.table, text, "").column];
    if (std::ranges::find(columns, name) == columns.end()) {
      columns.push_back(name);
    }
  }
  return columns;
}

ExitCode run(const ReportArguments& arguments) {
  Source source = read_sources(arguments.paths);
  select_rows(source.table, arguments);
  if (!arguments.csv && !arguments.json) {
    std::cout << to_text(with_columns(source.table, text_columns(source, arguments)));
    return ExitCode::ok;
  }
  const ReportTable chosen =
      arguments.columns.empty() ? source.table : with_columns(source.table, arguments.columns);
  if (arguments.csv) {
    std::cout << to_csv(chosen);
  } else {
    print_json({{"status", "ok"}, {"columns", chosen.columns}, {"rows", table_to_json(chosen)}});
  }
  return ExitCode::ok;
}

void add_selection(CLI::App& app, ReportArguments& arguments) {
  const std::string group = "Selection";
  app.add_option("--columns", arguments.columns, "these columns alone")
      ->delimiter(',')
      ->type_name("A,B")
      ->group(group)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--where", arguments.where, "rows that meet a condition: \"fifo.depth <= 8\"")
      ->type_name("CONDITION")
      ->group(group)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--sort", arguments.sort, "smallest first, largest first with COLUMN:max")
      ->type_name("COLUMN")
      ->group(group);
  app.add_option("--best", arguments.best, "the ten points best by a measure")
      ->type_name("COLUMN")
      ->group(group);
  app.add_option("--pareto", arguments.front,
                 "the points that no other one beats in all of these measures")
      ->delimiter(',')
      ->type_name("A,B")
      ->group(group)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--limit", arguments.limit, "so many rows at most")
      ->check(CLI::PositiveNumber)
      ->group(group);
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto arguments = std::make_shared<ReportArguments>();
  app.add_option("paths", arguments->paths,
                 "folders of sweep --out or run --out, or a results.sqlite")
      ->required()
      ->type_name("PATH");
  add_selection(app, *arguments);
  auto* csv = app.add_flag("--csv", arguments->csv, "all columns as comma-separated values");
  app.add_flag("--json", arguments->json, "report as one JSON object")->excludes(csv);
  return [arguments] { return run(*arguments); };
}

const Commands registration({.name = "report",
                             .summary = "tables, best points and Pareto fronts of finished runs",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
