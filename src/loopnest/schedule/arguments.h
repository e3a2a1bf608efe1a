#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loopnest/schedule/command.h"

namespace fiberloom {

/// Without the blanks around it.
std::string trimmed(const std::string& text);

/// Every name that the statement and its schedule use, those of tensors too.
std::vector<std::string> names_in_use(const Scheduled& scheduled);

/// Does the statement have these loops? For programs of several statements.
bool has_loops(const Scheduled& scheduled, const IndexVariables& loops);

/// Throws Error where the order has no such loop.
void require_loop(const ScheduleCommand& command, const Scheduled& scheduled,
                  const std::string& loop);
/// Throws Error where the name is no name, or something has it.
void require_new_name(const ScheduleCommand& command, const Scheduled& scheduled,
                      const std::string& name);
/// The branch whose own loop this is: the first part is the temporary's name (empty: the statement)
/// and the second the statement's variable. Throws Error where there is no such loop.
struct BranchLoop {
  std::string branch;
  std::string variable;
};
BranchLoop find_loop(const ScheduleCommand& command, const Scheduled& scheduled,
                     const std::string& loop);

/// A whole number of at least `least`. Throws Error.
uint64_t number_of(const ScheduleCommand& command, const std::string& text, const std::string& what,
                   uint64_t least = 1);

/// "{i,j}" or "i" as names.
IndexVariables names_of(const std::string& text);

/// Arguments of the form `path;rest`: the path's steps, 0 to the producer and 1 to the consumer,
/// and what follows, cut at semicolons. Without a semicolon the path is empty.
struct BranchArguments {
  std::vector<size_t> path{};
  std::vector<std::string> rest{};
};
BranchArguments branch_arguments(const ScheduleCommand& command);

}  // namespace fiberloom
