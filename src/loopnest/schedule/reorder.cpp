// reorder(i,j,..): the named loops in this order, among the places that they have.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/schedule/command.h"

namespace fiberloom {
namespace {

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return std::ranges::all_of(command.arguments, [&](const std::string& variable) {
    return contains(scheduled.order, variable);
  });
}

void reorder(const ScheduleCommand& command, Scheduled& scheduled) {
  const IndexVariables& named = command.arguments;
  for (const std::string& variable : named) {
    if (!contains(scheduled.order, variable)) {
      throw command.error(fmt::format("there is no loop '{}'", variable),
                          fmt::format("loops: {}", fmt::join(scheduled.order, ", ")));
    }
    if (std::ranges::count(named, variable) > 1) {
      throw command.error(fmt::format("'{}' is named twice", variable));
    }
  }
  auto next = named.begin();
  for (std::string& variable : scheduled.order) {
    if (contains(named, variable)) {
      variable = *next++;
    }
  }
}

const ScheduleCommands registration({.name = "reorder",
                                     .syntax = "reorder(i,j,..)",
                                     .summary = "runs the named loops in this order",
                                     .concerns = concerns,
                                     .apply = reorder});

}  // namespace
}  // namespace fiberloom
