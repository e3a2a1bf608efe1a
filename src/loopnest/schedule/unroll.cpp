// unroll(i,factor): so many iterations of the loop are written out.

#include "loopnest/schedule/arguments.h"

namespace fiberloom {
namespace {

void unroll(const ScheduleCommand& command, Scheduled& scheduled) {
  command.require_arguments(2, 2);
  find_loop(command, scheduled, command.arguments[0]);
  scheduled.unrolled.push_back({.variable = command.arguments[0],
                                .factor = number_of(command, command.arguments[1], "the factor")});
  scheduled.not_in_graph.push_back(command.text);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return has_loops(scheduled, {command.arguments[0]});
}

const ScheduleCommands registration({.name = "unroll",
                                     .syntax = "unroll(i,factor)",
                                     .summary = "writes out so many iterations of the loop of i",
                                     .concerns = concerns,
                                     .apply = unroll});

}  // namespace
}  // namespace fiberloom
