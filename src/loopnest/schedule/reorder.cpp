// reorder(i,j,..): the named loops in this order, among the places that they have.
// reorder(path;i,j,..): the loops of one branch, the others stay.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/schedule/arguments.h"
#include "loopnest/schedule/branches.h"

namespace fiberloom {
namespace {

void permute(IndexVariables& order, const IndexVariables& named) {
  auto next = named.begin();
  for (std::string& variable : order) {
    if (contains(named, variable)) {
      variable = *next++;
    }
  }
}

void require_distinct(const ScheduleCommand& command, const IndexVariables& named) {
  for (const std::string& variable : named) {
    if (std::ranges::count(named, variable) > 1) {
      throw command.error(fmt::format("'{}' is named twice", variable));
    }
  }
}

/// Temporaries made inside a branch keep the order that they have so far.
void fix_orders_inside(Scheduled& scheduled, const std::string& branch) {
  for (Temporary& temporary : scheduled.temporaries) {
    if (temporary.consumer == branch && temporary.order.empty()) {
      temporary.order = order_of_branch(scheduled, temporary.name);
    }
  }
}

void reorder_branch(const ScheduleCommand& command, Scheduled& scheduled, const std::string& branch,
                    const IndexVariables& named) {
  require_distinct(command, named);
  const IndexVariables loops = loops_of_branch(scheduled, branch);
  for (const std::string& variable : named) {
    if (!contains(loops, variable)) {
      throw command.error(fmt::format("the branch has no loop '{}'", variable),
                          fmt::format("its loops: {}", fmt::join(loops, ", ")));
    }
    for (const Temporary& temporary : scheduled.temporaries) {
      if ((temporary.name == branch || temporary.consumer == branch) &&
          contains(temporary.shared, variable)) {
        throw command.error(fmt::format("the loop of {} is shared by two branches", variable),
                            "reorder without a path moves it in all of them");
      }
    }
    if (branch.empty() && !contains(scheduled.order, variable)) {
      throw command.error(fmt::format("the loop of {} has other names now", variable),
                          "reorder a branch before its loops are split, fused or bounded");
    }
  }
  fix_orders_inside(scheduled, branch);
  if (branch.empty()) {
    permute(scheduled.order, named);
    return;
  }
  IndexVariables order = order_of_branch(scheduled, branch);
  permute(order, named);
  std::ranges::find(scheduled.temporaries, branch, &Temporary::name)->order = order;
}

void reorder_by_path(const ScheduleCommand& command, Scheduled& scheduled) {
  const BranchArguments found = branch_arguments(command);
  if (found.rest.size() != 1) {
    throw command.error("reorder takes a path and the loops",
                        ScheduleCommands::find("reorder")->syntax);
  }
  reorder_branch(command, scheduled, follow(command, scheduled, found.path),
                 names_of("{" + found.rest[0] + "}"));
}

void reorder(const ScheduleCommand& command, Scheduled& scheduled) {
  const auto has_path = [](const std::string& text) { return text.find(';') != text.npos; };
  if (std::ranges::any_of(command.arguments, has_path)) {
    reorder_by_path(command, scheduled);
    return;
  }
  IndexVariables named;
  std::string branch;
  for (const std::string& loop : command.arguments) {
    const BranchLoop found = find_loop(command, scheduled, loop);
    branch = found.branch.empty() ? branch : found.branch;
    named.push_back(found.variable);
  }
  if (!branch.empty()) {
    reorder_branch(command, scheduled, branch, named);
    return;
  }
  require_distinct(command, named);
  permute(scheduled.order, named);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return has_loops(scheduled, command.arguments);
}

const ScheduleCommands registration({.name = "reorder",
                                     .syntax = "reorder(i,j,..), reorder(path;i,j,..)",
                                     .summary = "runs the named loops in this order, of all "
                                                "branches or of one",
                                     .concerns = concerns,
                                     .apply = reorder});

}  // namespace
}  // namespace fiberloom
