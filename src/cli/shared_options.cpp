#include "cli/shared_options.h"

#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fiberloom {
namespace {

constexpr std::string_view kGraphPrefix = "graph.";

}  // namespace

void refuse_contradictions(const std::string& option, const std::vector<std::string>& texts) {
  std::map<std::string, std::string> first;
  for (const std::string& text : texts) {
    const auto [before, is_new] = first.emplace(text.substr(0, text.find(':')), text);
    if (!is_new && before->second != text) {
      throw bad_input(fmt::format("{0} {1} contradicts {0} {2}", option, text, before->second), {},
                      fmt::format("give {} once for '{}'", option, before->first));
    }
  }
}

std::string not_negative(const std::string& text) {
  return text.starts_with('-') ? text + " is below 0" : std::string();
}

void WorkloadOptions::add_to(CLI::App& app) {
  const std::string group = "Tensors";
  const auto list = [&](const std::string& flag, std::vector<std::string>& to,
                        const std::string& value, const std::string& help) {
    // One value a flag: without that CLI11 would swallow the positional arguments behind it.
    app.add_option(flag, to, help)
        ->type_name(value)
        ->group(group)
        ->allow_extra_args(false)
        ->take_all();
  };
  list("-i,--input", inputs, "A:FILE", "read a tensor (.mtx, .tns, .ttx, also .gz, or a folder)");
  list("-g,--generate", recipes, "A:RECIPE", "make a tensor, e.g. A:uniform,density=0.01,seed=1");
  list("-f,--format", formats, "A:ds:1,0",
       "storage of a tensor: a letter a level, then mode order");
  list("-d,--dimension", dimensions, "i:100", "size of an index");
  list("-t,--type", types, "A:float", "component type: float, double, int32, int64");
  app.add_option("--seed", seed, "seed of recipes that give none")
      ->check(not_negative)
      ->group(group);
}

void WorkloadOptions::refuse_contradictions() const {
  fiberloom::refuse_contradictions("-f", formats);
  fiberloom::refuse_contradictions("-d", dimensions);
  fiberloom::refuse_contradictions("-t", types);
}

void ConfigOptions::add_to(CLI::App& app) {
  const std::string group = "Machine";
  app.add_option("-c,--config", files, "machine config; several are merged left to right")
      ->type_name("FILE")
      ->group(group)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--set", sets, "one setting over them, e.g. fifo.depth=4 or graph.lanes=2")
      ->type_name("PATH=VALUE")
      ->group(group)
      ->allow_extra_args(false)
      ->take_all();
}

MachineConfig ConfigOptions::config() const {
  MachineConfig made;
  for (const std::string& file : files) {
    made.merge(YamlNode::load(file));
  }
  for (const std::string& set : sets) {
    if (!set.starts_with(kGraphPrefix)) {
      made.set(set);
    }
  }
  return made;
}

std::map<std::string, std::string> ConfigOptions::graph_parameters() const {
  std::map<std::string, std::string> parameters;
  for (const std::string& set : sets) {
    if (set.starts_with(kGraphPrefix)) {
      const size_t equals = set.find('=');
      if (equals == std::string::npos) {
        throw bad_input(fmt::format("--set takes PATH=VALUE, not '{}'", set));
      }
      parameters[set.substr(kGraphPrefix.size(), equals - kGraphPrefix.size())] =
          set.substr(equals + 1);
    }
  }
  return parameters;
}

}  // namespace fiberloom
