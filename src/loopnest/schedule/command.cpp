#include "loopnest/schedule/command.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/spelling.h"
#include "einsum/taco_line.h"
#include "loopnest/schedule/arguments.h"

namespace fiberloom {
namespace {

/// Cuts at the commas that stand in no brackets.
std::vector<std::string> split_arguments(const std::string& text) {
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
    if (c == ',' && depth == 0) {
      arguments.emplace_back();
    } else {
      arguments.back() += c;
    }
  }
  std::ranges::transform(arguments, arguments.begin(), trimmed);
  return arguments;
}

ScheduleCommand parse_command(const std::string& text) {
  ScheduleCommand command{
      .name = trimmed(text.substr(0, text.find('('))), .arguments = {}, .text = text};
  if (const auto refused = refused_commands().find(command.name);
      refused != refused_commands().end()) {
    throw command.error(fmt::format("{}: {}", command.name, refused->second));
  }
  const ScheduleCommandSpec* spec = ScheduleCommands::find(command.name);
  if (spec == nullptr) {
    throw command.error(fmt::format("there is no schedule command '{}'", command.name),
                        suggestion(command.name, ScheduleCommands::names(), "commands"));
  }
  const size_t open = text.find('(');
  const std::string whole = trimmed(text);
  if (open == std::string::npos || whole.back() != ')') {
    throw command.error("a schedule command has arguments in parentheses", spec->syntax);
  }
  const size_t close = text.rfind(')');
  command.arguments = split_arguments(text.substr(open + 1, close - open - 1));
  if (contains(command.arguments, "")) {
    throw command.error("an argument is missing", spec->syntax);
  }
  return command;
}

}  // namespace

Error ScheduleCommand::error(const std::string& message, const std::string& hint) const {
  return bad_input(message + fmt::format(", in '{}'", text), {}, hint);
}

void ScheduleCommand::require_arguments(size_t least, size_t most) const {
  if (arguments.size() < least || arguments.size() > most) {
    const std::string wanted =
        least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
    throw error(fmt::format("{} takes {} arguments, not {}", name, wanted, arguments.size()),
                ScheduleCommands::find(name)->syntax);
  }
}

const std::map<std::string, std::string>& refused_commands() {
  static const std::map<std::string, std::string> kRefused = {
      {"mergeby", "how sets are merged follows from their formats; no command chooses it"}};
  return kRefused;
}

std::vector<ScheduleCommand> parse_commands(const std::vector<std::string>& texts) {
  std::vector<ScheduleCommand> commands;
  for (const std::string& text : texts) {
    for (const std::string& command : split_schedule(text)) {
      commands.push_back(parse_command(command));
    }
  }
  return commands;
}

void apply_schedule(const std::vector<ScheduleCommand>& commands,
                    std::vector<Scheduled>& statements) {
  for (const ScheduleCommand& command : commands) {
    const ScheduleCommandSpec& spec = *ScheduleCommands::find(command.name);
    bool any = statements.size() == 1;
    for (Scheduled& statement : statements) {
      if (statements.size() == 1 || spec.concerns(command, statement)) {
        spec.apply(command, statement);
        any = true;
      }
    }
    if (!any) {
      throw command.error("no statement has all of these index variables");
    }
  }
}

}  // namespace fiberloom
