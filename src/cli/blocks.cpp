#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "cli/command.h"
#include "cli/output.h"
#include "samgraph/parameter_yaml.h"
#include "samgraph/spec/block_spec.h"

namespace fiberloom {
namespace {

using nlohmann::json;

std::string kind_of(const PortSpec& port) {
  if (port.kind) {
    return std::string(name_of(*port.kind));
  }
  std::vector<std::string_view> kinds;
  for (const StreamKind kind : port.payload) {
    kinds.push_back(name_of(kind));
  }
  return kinds.empty() ? "any" : fmt::format("{}", fmt::join(kinds, "|"));
}

std::string depth_of(const PortSpec& port) {
  switch (port.depth.from) {
    case DepthRule::From::mirror:
      return "as " + port.mirrors;
    case DepthRule::From::any:
      return "any";
    case DepthRule::From::deeper:
      return fmt::format("d+{} or deeper", port.depth.offset);
    case DepthRule::From::block:
      break;
  }
  std::string text = port.depth.offset == 0 ? "d" : fmt::format("d+{}", port.depth.offset);
  text += port.depth.per_index == 0 ? "" : "+k";
  return text + (port.depth.per_count == 0 ? "" : "+n");
}

std::string default_of(const ParameterSpec& parameter) {
  return parameter.required ? "required" : to_yaml(parameter.fallback);
}

json to_json(const std::vector<PortSpec>& ports) {
  json list = json::array();
  for (const PortSpec& port : ports) {
    list.push_back({{"name", port.name},
                    {"kind", kind_of(port)},
                    {"depth", depth_of(port)},
                    {"optional", port.optional},
                    {"summary", port.summary}});
  }
  return list;
}

json to_json(const std::vector<ParameterSpec>& parameters) {
  json list = json::array();
  for (const ParameterSpec& parameter : parameters) {
    json entry = {
        {"name", parameter.name}, {"required", parameter.required}, {"summary", parameter.summary}};
    if (!parameter.required) {
      entry["default"] = to_yaml(parameter.fallback);
    }
    if (!parameter.choices.empty()) {
      entry["choices"] = parameter.choices;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

json to_json(const BlockSpec& spec) {
  std::vector<ParameterSpec> timing = common_timing();
  timing.insert(timing.end(), spec.timing.begin(), spec.timing.end());
  json statistics = json::array();
  for (const StatisticSpec& statistic : spec.statistics) {
    statistics.push_back({{"name", statistic.name}, {"summary", statistic.summary}});
  }
  return {{"type", spec.type},
          {"summary", spec.summary},
          {"aliases", spec.aliases},
          {"inputs", to_json(spec.inputs)},
          {"outputs", to_json(spec.outputs)},
          {"parameters", to_json(spec.parameters)},
          {"timing", to_json(timing)},
          {"statistics", std::move(statistics)}};
}

void print_ports(const std::string& title, const std::vector<PortSpec>& ports) {
  if (ports.empty()) {
    return;
  }
  std::vector<std::vector<std::string>> rows = {{title, "kind", "depth", ""}};
  for (const PortSpec& port : ports) {
    rows.push_back({port.name, kind_of(port), depth_of(port), port.summary});
  }
  std::cout << '\n' << table(rows);
}

void print_parameters(const std::string& title, const std::vector<ParameterSpec>& parameters) {
  if (parameters.empty()) {
    return;
  }
  std::vector<std::vector<std::string>> rows = {{title, "default", ""}};
  for (const ParameterSpec& parameter : parameters) {
    std::string summary = parameter.summary;
    if (!parameter.choices.empty()) {
      summary += fmt::format(": {}", fmt::join(parameter.choices, ", "));
    }
    rows.push_back({parameter.name, default_of(parameter), summary});
  }
  std::cout << '\n' << table(rows);
}

void print(const BlockSpec& spec) {
  std::cout << fmt::format("{}: {}\n", spec.type, spec.summary);
  if (!spec.aliases.empty()) {
    std::cout << fmt::format("also named {}\n", fmt::join(spec.aliases, ", "));
  }
  print_ports("inputs", spec.inputs);
  print_ports("outputs", spec.outputs);
  print_parameters("parameters", spec.parameters);
  std::vector<ParameterSpec> timing = common_timing();
  timing.insert(timing.end(), spec.timing.begin(), spec.timing.end());
  print_parameters("timing", timing);
  if (!spec.statistics.empty()) {
    std::vector<std::vector<std::string>> rows = {{"statistics", ""}};
    for (const StatisticSpec& statistic : spec.statistics) {
      rows.push_back({statistic.name, statistic.summary});
    }
    std::cout << '\n' << table(rows);
  }
}

ExitCode run(const std::string& name, bool as_json) {
  if (name.empty()) {
    std::vector<std::vector<std::string>> rows;
    json list = json::array();
    for (const BlockSpec* spec : BlockSpecs::all()) {
      rows.push_back({spec->type, spec->summary});
      list.push_back(to_json(*spec));
    }
    if (as_json) {
      print_json({{"status", "ok"}, {"blocks", std::move(list)}});
    } else {
      std::cout << table(rows);
    }
    return ExitCode::ok;
  }
  const BlockSpec* spec = BlockSpecs::find(name);
  if (spec == nullptr) {
    throw bad_input(fmt::format("there is no block type '{}'", name), {},
                    suggestion(name, BlockSpecs::names(), "types"));
  }
  if (as_json) {
    print_json({{"status", "ok"}, {"blocks", json::array({to_json(*spec)})}});
  } else {
    print(*spec);
  }
  return ExitCode::ok;
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto name = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  app.add_option("name", *name, "one block type in full");
  app.add_flag("--json", *as_json, "report as one JSON object");
  return [name, as_json] { return run(*name, *as_json); };
}

const Commands registration({.name = "blocks",
                             .summary = "list the block types: ports, parameters, timing",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
