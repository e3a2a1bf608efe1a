#include "cli/command.h"

#include <map>
#include <utility>

namespace fiberloom {
namespace {

std::map<std::string, CommandSpec>& registry() {
  static std::map<std::string, CommandSpec> commands;
  return commands;
}

}  // namespace

Commands::Commands(CommandSpec spec) {
  std::string name = spec.name;
  registry().emplace(std::move(name), std::move(spec));
}

std::vector<const CommandSpec*> Commands::all() {
  std::vector<const CommandSpec*> commands;
  for (const auto& [name, spec] : registry()) {
    commands.push_back(&spec);
  }
  return commands;
}

}  // namespace fiberloom
