// split(i,i0,i1,factor): i = i0 * factor + i1. divide(i,i0,i1,parts): the same with the factor
// that gives so many parts.

#include <algorithm>

#include "loopnest/schedule/arguments.h"

namespace fiberloom {
namespace {

/// Is the loop made of positions, or of two loops? Those have no halves in a graph.
bool only_in_kernels(const Scheduled& scheduled, const std::string& loop) {
  for (const Split& split : scheduled.splits) {
    if (split.outer == loop || split.inner == loop) {
      return only_in_kernels(scheduled, split.variable);
    }
  }
  for (const Bound& bound : scheduled.bounds) {
    if (bound.bounded == loop && bound.variable != loop) {
      return only_in_kernels(scheduled, bound.variable);
    }
  }
  return !contains(variables(scheduled.statement), loop);
}

void split_loop(const ScheduleCommand& command, Scheduled& scheduled, bool by_parts) {
  command.require_arguments(4, 4);
  const auto& arguments = command.arguments;
  require_loop(command, scheduled, arguments[0]);
  require_new_name(command, scheduled, arguments[1]);
  require_new_name(command, scheduled, arguments[2]);
  if (arguments[1] == arguments[2]) {
    throw command.error("the two loops need two names");
  }
  const Split split{
      .variable = arguments[0],
      .outer = arguments[1],
      .inner = arguments[2],
      .number = number_of(command, arguments[3], by_parts ? "the number of parts" : "the factor"),
      .by_parts = by_parts};
  if (only_in_kernels(scheduled, split.variable)) {
    scheduled.not_in_graph.push_back(command.text);
  }
  scheduled.splits.push_back(split);
  const auto place = std::ranges::find(scheduled.order, split.variable);
  *place = split.inner;
  scheduled.order.insert(place, split.outer);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return has_loops(scheduled, {command.arguments[0]});
}

const ScheduleCommands split_registration(
    {.name = "split",
     .syntax = "split(i,i0,i1,factor)",
     .summary = "cuts the loop of i into i0 around i1, which runs over factor coordinates",
     .concerns = concerns,
     .apply = [](const ScheduleCommand& command, Scheduled& scheduled) {
       split_loop(command, scheduled, false);
     }});

const ScheduleCommands divide_registration(
    {.name = "divide",
     .syntax = "divide(i,i0,i1,parts)",
     .summary = "cuts the loop of i into i0, which runs over the parts, around i1",
     .concerns = concerns,
     .apply = [](const ScheduleCommand& command, Scheduled& scheduled) {
       split_loop(command, scheduled, true);
     }});

}  // namespace
}  // namespace fiberloom
