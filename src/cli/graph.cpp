#include <iostream>
#include <map>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/subprocess.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/shared_options.h"
#include "samgraph/dot.h"
#include "samgraph/graph_yaml.h"
#include "samgraph/import/load_graph.h"
#include "samgraph/wiring.h"

namespace fiberloom {
namespace {

struct GraphArguments {
  std::string graph;
  ConfigOptions config;
  std::string dot;
  std::string svg;
  std::string yaml;
  bool json = false;
};

std::string to_svg(const std::string& dot) {
  SubprocessResult drawn;
  try {
    drawn = run_program({"dot", "-Tsvg"}, dot);
  } catch (const Error& error) {
    throw Error(ExitCode::environment, error.message(), {},
                "Graphviz draws the graph: apt-get install graphviz");
  }
  if (drawn.exit_code != 0) {
    throw Error(ExitCode::environment, "Graphviz failed: " + drawn.errors);
  }
  return drawn.output;
}

std::map<std::string, uint64_t> counts_by_type(const Graph& graph) {
  std::map<std::string, uint64_t> counts;
  for (const BlockNode& block : graph.blocks) {
    ++counts[block.spec->type];
  }
  return counts;
}

void print(const Graph& graph, bool json) {
  const auto counts = counts_by_type(graph);
  if (json) {
    nlohmann::json tensors = nlohmann::json::object();
    for (const auto& [name, tensor] : graph.tensors) {
      tensors[name] = {{"format", tensor.format.letters}, {"order", tensor.format.order}};
    }
    print_json({{"status", "ok"},
                {"graph", graph.name},
                {"expression", graph.expression},
                {"tensors", std::move(tensors)},
                {"blocks", graph.blocks.size()},
                {"counts", counts}});
    return;
  }
  std::cout << graph.name << (graph.expression.empty() ? "" : ": ") << graph.expression << '\n';
  for (const auto& [name, tensor] : graph.tensors) {
    std::cout << fmt::format("tensor   {} {}\n", name, to_string(tensor.format));
  }
  std::vector<std::vector<std::string>> rows = {{"type", "blocks"}};
  for (const auto& [type, count] : counts) {
    rows.push_back({type, std::to_string(count)});
  }
  rows.push_back({"total", std::to_string(graph.blocks.size())});
  std::cout << '\n' << table(rows);
}

ExitCode run(const GraphArguments& arguments) {
  const Graph graph = load_graph(arguments.graph, arguments.config.graph_parameters());
  const Wiring wiring = check(graph);
  if (!arguments.dot.empty()) {
    write_text_file(arguments.dot, to_dot(wiring));
  }
  if (!arguments.svg.empty()) {
    write_text_file(arguments.svg, to_svg(to_dot(wiring)));
  }
  if (!arguments.yaml.empty()) {
    write_text_file(arguments.yaml, write_graph(graph));
  }
  print(graph, arguments.json);
  return ExitCode::ok;
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto arguments = std::make_shared<GraphArguments>();
  app.add_option("graph", arguments->graph,
                 "the graph: a file of .yaml, .gv (SAM) or .pb (tortilla)")
      ->required();
  app.add_option("--set", arguments->config.sets, "a parameter of the graph")
      ->type_name("graph.NAME=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--dot", arguments->dot, "write it in Graphviz' language")->type_name("FILE");
  app.add_option("--svg", arguments->svg, "draw it (Graphviz)")->type_name("FILE");
  app.add_option("--yaml", arguments->yaml, "write it as a graph file, sub-graphs expanded")
      ->type_name("FILE");
  app.add_flag("--json", arguments->json, "report as one JSON object");
  return [arguments] {
    if (arguments->config.graph_parameters().size() != arguments->config.sets.size()) {
      throw bad_input("--set takes graph.NAME=VALUE here; a machine config has no part in a graph");
    }
    return run(*arguments);
  };
}

const Commands registration({.name = "graph",
                             .summary = "inspect and convert a graph",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
