#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/registry.h"
#include "loopnest/schedule/scheduled.h"

namespace fiberloom {

/// One command of a schedule text: `reorder(i,k,j)`.
struct ScheduleCommand {
  std::string name;
  std::vector<std::string> arguments;
  std::string text;  ///< as written

  /// The error of this command, with its text.
  Error error(const std::string& message, const std::string& hint = {}) const;
  /// Throws where it has less than `least` or more than `most` arguments.
  void require_arguments(size_t least, size_t most) const;
};

/// A schedule command: one file of this folder describes and registers each.
struct ScheduleCommandSpec {
  std::string name;
  std::string syntax;
  std::string summary;
  /// Does the command speak of this statement, in a program of several?
  std::function<bool(const ScheduleCommand&, const Scheduled&)> concerns;
  /// Throws Error (bad_input) where it cannot be applied.
  std::function<void(const ScheduleCommand&, Scheduled&)> apply;
};

/// The registry of schedule commands.
using ScheduleCommands = Registry<ScheduleCommandSpec, &ScheduleCommandSpec::name>;

/// The schedule's commands that exist elsewhere and are refused by name, and the reason.
const std::map<std::string, std::string>& refused_commands();

/// Reads schedule texts, each one command or several separated by commas. Throws Error (bad_input):
/// a command that does not exist (or not yet), or is not of the form name(arguments).
std::vector<ScheduleCommand> parse_commands(const std::vector<std::string>& texts);

/// Applies the commands, in their order, to the statements that they concern. Throws Error where
/// one concerns none, or cannot be applied.
void apply_schedule(const std::vector<ScheduleCommand>& commands,
                    std::vector<Scheduled>& statements);

}  // namespace fiberloom
