#include <algorithm>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/yaml.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/sweep_check.h"
#include "einsum/checker.h"
#include "einsum/parser.h"
#include "explore/points.h"
#include "samgraph/graph_yaml.h"
#include "samgraph/import/load_graph.h"
#include "samgraph/wiring.h"
#include "sim/config.h"

namespace fiberloom {
namespace {

/// Validates one file; returns what it is.
std::string check_file(const std::string& path) {
  if (!is_yaml(path)) {
    check(load_graph(path));
    return "graph";
  }
  const YamlNode file = YamlNode::load(path);
  if (is_sweep(file)) {
    const SweepSpec spec = read_sweep(file, path);
    check_sweep(spec);
    make_points(spec);
    return "sweep";
  }
  YamlMap map = file.as_map("a graph or config file");
  if (!map.find("version")) {
    MachineConfig().merge(file);
    return "config";
  }
  const Graph graph = read_graph(file);
  check(graph);
  if (!graph.expression.empty()) {
    check(parse_program(graph.expression));
  }
  return "graph";
}

ExitCode run(const std::vector<std::string>& files, bool json) {
  nlohmann::json reports = nlohmann::json::array();
  bool faults = false;
  for (const std::string& file : files) {
    try {
      const std::string kind = check_file(file);
      reports.push_back({{"file", file}, {"kind", kind}, {"status", "ok"}});
      if (!json) {
        std::cout << fmt::format("{}: {} ok\n", file, kind);
      }
    } catch (const Error& error) {
      faults = true;
      report_error(error, false);
      reports.push_back({{"file", file},
                         {"status", "error"},
                         {"message", error.message()},
                         {"hint", error.hint()},
                         {"line", error.where().line},
                         {"column", error.where().column}});
    }
  }
  if (json) {
    print_json({{"status", faults ? "error" : "ok"}, {"files", std::move(reports)}});
  }
  return faults ? ExitCode::bad_input : ExitCode::ok;
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  app.add_option("files", *files, "graphs, configs and sweeps")->required()->type_name("FILE");
  app.add_flag("--json", *json, "report as one JSON object");
  return [files, json] { return run(*files, *json); };
}

const Commands registration({.name = "check",
                             .summary = "validate graphs, configs and sweeps without running them",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
