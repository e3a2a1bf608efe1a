// fuse(i,j,f): one loop for two, of which j stands directly inside i.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/schedule/arguments.h"
#include "loopnest/schedule/branches.h"

namespace fiberloom {
namespace {

/// Gives a loop that is fused away another name, where the new loop takes its own.
void rename_loop(const ScheduleCommand& command, Scheduled& scheduled, const std::string& from) {
  if (contains(variables(scheduled.statement), from)) {
    throw command.error(fmt::format("the name '{}' is used already", from), "choose another name");
  }
  const std::string to = temporary_name(scheduled, from + "_fused");
  const auto rename = [&](std::string& name) { name = name == from ? to : name; };
  for (Split& split : scheduled.splits) {
    rename(split.variable);
    rename(split.outer);
    rename(split.inner);
  }
  for (Fusion& fusion : scheduled.fusions) {
    rename(fusion.outer);
    rename(fusion.inner);
    rename(fusion.fused);
  }
  for (PositionLoop& position : scheduled.positions) {
    rename(position.variable);
    rename(position.position);
  }
  for (Bound& bound : scheduled.bounds) {
    rename(bound.bounded);
  }
  for (Parallelization& parallel : scheduled.parallel) {
    rename(parallel.variable);
  }
  for (Unrolling& unrolling : scheduled.unrolled) {
    rename(unrolling.variable);
  }
  rename(*std::ranges::find(scheduled.order, from));
}

void fuse(const ScheduleCommand& command, Scheduled& scheduled) {
  command.require_arguments(3, 3);
  Fusion made{
      .outer = command.arguments[0], .inner = command.arguments[1], .fused = command.arguments[2]};
  require_loop(command, scheduled, made.outer);
  require_loop(command, scheduled, made.inner);
  for (std::string* loop : {&made.outer, &made.inner}) {
    if (*loop == made.fused) {
      const auto place = std::ranges::find(scheduled.order, made.fused) - scheduled.order.begin();
      rename_loop(command, scheduled, made.fused);
      *loop = scheduled.order[static_cast<size_t>(place)];
    }
  }
  require_new_name(command, scheduled, made.fused);
  const auto outer = std::ranges::find(scheduled.order, made.outer);
  if (outer + 1 == scheduled.order.end() || *(outer + 1) != made.inner) {
    throw command.error(
        fmt::format("the loop of {} does not stand directly inside that of {}", made.inner,
                    made.outer),
        fmt::format("loops: {}; reorder them first", fmt::join(scheduled.order, ", ")));
  }
  scheduled.fusions.push_back(made);
  *outer = made.fused;
  scheduled.order.erase(outer + 1);
  scheduled.not_in_graph.push_back(command.text);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return command.arguments.size() == 3 &&
         has_loops(scheduled, {command.arguments[0], command.arguments[1]});
}

const ScheduleCommands registration({.name = "fuse",
                                     .syntax = "fuse(i,j,f)",
                                     .summary = "makes one loop f of i and j directly inside it",
                                     .concerns = concerns,
                                     .apply = fuse});

}  // namespace
}  // namespace fiberloom
