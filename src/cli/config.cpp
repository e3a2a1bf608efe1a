#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/shared_options.h"

namespace fiberloom {
namespace {

std::function<ExitCode()> set_up(CLI::App& app) {
  auto options = std::make_shared<ConfigOptions>();
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  options->add_to(app);
  app.add_option("files", *files, "config files, merged left to right")->type_name("FILE");
  app.add_flag("--json", *json, "print as JSON");
  return [options, files, json] {
    options->files.insert(options->files.end(), files->begin(), files->end());
    if (!options->graph_parameters().empty()) {
      throw bad_input("--set graph.NAME sets a parameter of a graph, a config has none");
    }
    const MachineConfig config = options->config();
    if (*json) {
      print_json({{"status", "ok"}, {"config", config.to_json()}});
    } else {
      std::cout << config.to_yaml();
    }
    return ExitCode::ok;
  };
}

const Commands registration({.name = "config",
                             .summary = "print the fully resolved machine config",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
