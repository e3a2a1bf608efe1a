#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "cli/command.h"
#include "cli/output.h"
#include "loopnest/schedule/command.h"

namespace fiberloom {
namespace {

ExitCode run(const std::string& name, bool json) {
  if (!name.empty() && ScheduleCommands::find(name) == nullptr) {
    throw bad_input(fmt::format("there is no schedule command '{}'", name), {},
                    suggestion(name, ScheduleCommands::names(), "commands"));
  }
  nlohmann::json made = nlohmann::json::object();
  std::vector<std::vector<std::string>> rows;
  for (const ScheduleCommandSpec* command : ScheduleCommands::all()) {
    if (name.empty() || name == command->name) {
      rows.push_back({command->syntax, command->summary});
      made[command->name] = {{"syntax", command->syntax}, {"summary", command->summary}};
    }
  }
  if (json) {
    print_json({{"status", "ok"}, {"schedules", std::move(made)}});
  } else {
    std::cout << table(rows);
  }
  return ExitCode::ok;
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto name = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  app.add_option("name", *name, "one command");
  app.add_flag("--json", *json, "as one JSON object");
  return [name, json] { return run(*name, *json); };
}

const Commands registration({.name = "schedules",
                             .summary = "list the schedule commands of -s",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
