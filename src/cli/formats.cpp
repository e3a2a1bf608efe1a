#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "cli/command.h"
#include "cli/output.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

nlohmann::json to_json(const LevelFormat& format) {
  return {{"letter", std::string(1, format.letter)},
          {"name", format.name},
          {"summary", format.summary},
          {"full", format.full},
          {"unique", format.unique}};
}

bool is_named(const LevelFormat& format, const std::string& name) {
  return format.name == name || (name.size() == 1 && format.letter == name[0]);
}

ExitCode run(const std::string& name, bool as_json) {
  std::vector<std::vector<std::string>> rows = {{"letter", "name", ""}};
  nlohmann::json list = nlohmann::json::array();
  std::vector<std::string> names;
  for (const LevelFormat* format : LevelFormats::all()) {
    names.push_back(format->name);
    if (name.empty() || is_named(*format, name)) {
      rows.push_back({std::string(1, format->letter), format->name, format->summary});
      list.push_back(to_json(*format));
    }
  }
  if (list.empty()) {
    throw bad_input(fmt::format("there is no level format '{}'", name), {},
                    suggestion(name, names, "formats"));
  }
  if (as_json) {
    print_json({{"status", "ok"}, {"formats", std::move(list)}});
  } else {
    std::cout << table(rows);
  }
  return ExitCode::ok;
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto name = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  app.add_option("name", *name, "one format, by letter or name");
  app.add_flag("--json", *as_json, "report as one JSON object");
  return [name, as_json] { return run(*name, *as_json); };
}

const Commands registration({.name = "formats",
                             .summary = "list the level formats",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
