#include <charconv>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/shared_options.h"
#include "tensor/generate/generator.h"
#include "tensor/read/reader.h"
#include "tensor/statistics.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

struct DataArguments {
  std::string input;
  std::string output;
  std::string recipe;
  std::vector<uint64_t> shape;
  std::string type;
  uint64_t seed = 1;
  bool json = false;
  bool list = false;
};

/// The component type of -t; none takes the file's own.
std::optional<ComponentType> type_of(const DataArguments& arguments) {
  if (arguments.type.empty()) {
    return std::nullopt;
  }
  const auto type = component_type_named(arguments.type);
  if (!type) {
    throw bad_input(fmt::format("there is no component type '{}'", arguments.type), {},
                    suggestion(arguments.type, component_type_names(), "types"));
  }
  return type;
}

nlohmann::json to_json(const LengthSummary& lengths) {
  return {{"count", lengths.count},
          {"shortest", lengths.shortest},
          {"mean", lengths.mean},
          {"longest", lengths.longest}};
}

nlohmann::json to_json(const TensorStatistics& statistics) {
  nlohmann::json modes = nlohmann::json::array();
  for (const ModeStatistics& mode : statistics.modes) {
    modes.push_back({{"slices", to_json(mode.slices)}, {"fibers", to_json(mode.fibers)}});
  }
  return {{"shape", statistics.shape},
          {"shape_is_lower_bound", statistics.shape_is_lower_bound},
          {"type", name_of(statistics.type)},
          {"stored", statistics.stored},
          {"nonzeros", statistics.nonzeros},
          {"duplicates", statistics.duplicates},
          {"value_sum", statistics.value_sum},
          {"density", statistics.density},
          {"modes", std::move(modes)}};
}

std::string to_text(const TensorStatistics& statistics) {
  std::string out = fmt::format(
      "shape       {}{}\ntype        {}\nstored      {}\nnonzeros    {}\nduplicates  {}\n"
      "value sum   {}\ndensity     {:.6g}\n",
      statistics.shape.empty() ? "scalar" : fmt::format("{}", fmt::join(statistics.shape, " x ")),
      statistics.shape_is_lower_bound ? " (at least: the file gives no sizes)" : "",
      name_of(statistics.type), grouped(statistics.stored), grouped(statistics.nonzeros),
      grouped(statistics.duplicates), statistics.value_sum, statistics.density);
  if (statistics.modes.empty()) {
    return out;
  }
  std::vector<std::vector<std::string>> rows = {
      {"mode", "coordinates used", "entries each: least", "mean", "most", "mean fiber"}};
  for (size_t m = 0; m < statistics.modes.size(); ++m) {
    const ModeStatistics& mode = statistics.modes[m];
    rows.push_back({std::to_string(m), grouped(mode.slices.count), grouped(mode.slices.shortest),
                    fmt::format("{:.2f}", mode.slices.mean), grouped(mode.slices.longest),
                    fmt::format("{:.2f}", mode.fibers.mean)});
  }
  return out + '\n' + table(rows);
}

ExitCode info(const DataArguments& arguments) {
  CoordinateList list = read_tensor(arguments.input, {.type = type_of(arguments)});
  const TensorStatistics found = statistics(std::move(list));
  if (arguments.json) {
    nlohmann::json object = to_json(found);
    object["status"] = "ok";
    object["file"] = arguments.input;
    print_json(std::move(object));
  } else {
    std::cout << arguments.input << '\n' << to_text(found);
  }
  return ExitCode::ok;
}

ExitCode convert_file(const DataArguments& arguments) {
  write_tensor(arguments.output, read_tensor(arguments.input, {.type = type_of(arguments)}));
  return ExitCode::ok;
}

ExitCode make(const DataArguments& arguments) {
  const ComponentType type = type_of(arguments).value_or(ComponentType::float64);
  write_tensor(arguments.output,
               generate(arguments.recipe, arguments.shape, {.type = type, .seed = arguments.seed}));
  return ExitCode::ok;
}

ExitCode list_families() {
  for (const Generator* generator : Generators::all()) {
    std::cout << fmt::format("{}: {}\n", generator->name, generator->summary);
    std::vector<std::vector<std::string>> rows;
    for (const GeneratorParameter& parameter : generator->all_parameters()) {
      rows.push_back({"  " + parameter.name, parameter.value, parameter.help});
    }
    std::cout << table(rows);
  }
  return ExitCode::ok;
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto arguments = std::make_shared<DataArguments>();
  const auto add_type = [&](CLI::App* command) {
    command->add_option("-t,--type", arguments->type, "component type; else the file's own")
        ->type_name("TYPE");
  };
  CLI::App* info_command = app.add_subcommand("info", "shape, counts, statistics of a tensor file");
  info_command->add_option("file", arguments->input, "the tensor")->required();
  info_command->add_flag("--json", arguments->json, "report as one JSON object");
  add_type(info_command);

  CLI::App* convert_command = app.add_subcommand(
      "convert", "any readable file to any writable one; ascending coordinates, duplicates summed");
  convert_command->add_option("from", arguments->input, "the tensor")->required();
  convert_command->add_option("to", arguments->output, "where to (.mtx, .tns, also .gz)")
      ->required();
  convert_command->add_flag("--json", arguments->json, "report faults as JSON too");
  add_type(convert_command);

  CLI::App* make_command = app.add_subcommand("make", "make a tensor by a recipe");
  make_command->add_option("recipe", arguments->recipe, "e.g. uniform,density=0.01,seed=1");
  make_command->add_option("-d,--dimension", arguments->shape, "its sizes, e.g. 100,200")
      ->delimiter(',');
  make_command->add_option("-o,--output", arguments->output, "where to")->type_name("FILE");
  make_command->add_option("--seed", arguments->seed, "seed of a recipe that gives none")
      ->check(not_negative);
  make_command->add_flag("--list", arguments->list, "list the generators and their parameters");
  make_command->add_flag("--json", arguments->json, "report faults as JSON too");
  add_type(make_command);

  app.require_subcommand(1);
  return [arguments, info_command, convert_command] {
    if (info_command->parsed()) {
      return info(*arguments);
    }
    if (convert_command->parsed()) {
      return convert_file(*arguments);
    }
    if (arguments->list) {
      return list_families();
    }
    if (arguments->recipe.empty() || arguments->output.empty()) {
      throw bad_input("data make needs a recipe and -o FILE", {}, "--list shows the generators");
    }
    return make(*arguments);
  };
}

const Commands registration({.name = "data",
                             .summary = "inspect, convert and make tensors",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
