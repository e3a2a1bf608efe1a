// bound(i,ib,n,type): states the size of i, which is checked when it is known.

#include <algorithm>
#include <map>

#include "base/spelling.h"
#include "loopnest/schedule/arguments.h"

namespace fiberloom {
namespace {

const std::map<std::string, Bound::Type> kTypes = {{"MaxExact", Bound::Type::exact},
                                                   {"MaxConstraint", Bound::Type::maximum},
                                                   {"MinExact", Bound::Type::minimum},
                                                   {"MinConstraint", Bound::Type::minimum}};

Bound::Type type_of(const ScheduleCommand& command) {
  const auto type = kTypes.find(command.arguments[3]);
  if (type == kTypes.end()) {
    std::vector<std::string> names;
    for (const auto& [name, ignored] : kTypes) {
      names.push_back(name);
    }
    throw command.error("there is no bound '" + command.arguments[3] + "'",
                        suggestion(command.arguments[3], names, "bounds"));
  }
  return type->second;
}

void bound(const ScheduleCommand& command, Scheduled& scheduled) {
  command.require_arguments(4, 4);
  const std::string& variable = command.arguments[0];
  const std::string& bounded = command.arguments[1];
  require_loop(command, scheduled, variable);
  if (bounded != variable) {
    require_new_name(command, scheduled, bounded);
  }
  const Bound::Type type = type_of(command);
  const uint64_t size = number_of(command, command.arguments[2], "the bound", 0);
  if (type == Bound::Type::minimum && size > 0) {
    throw command.error("every loop begins at 0", "bound its end: MaxExact, MaxConstraint");
  }
  if (!contains(variables(scheduled.statement), variable)) {
    throw command.error("only an index of the statement has a size to bound",
                        "bound it before it is split or fused");
  }
  scheduled.bounds.push_back(
      {.variable = variable, .bounded = bounded, .size = size, .type = type});
  std::ranges::replace(scheduled.order, variable, bounded);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return has_loops(scheduled, {command.arguments[0]});
}

const ScheduleCommands registration(
    {.name = "bound",
     .syntax = "bound(i,ib,n,MaxExact|MaxConstraint|MinExact|MinConstraint)",
     .summary = "states the size of i (MaxExact) or its largest (MaxConstraint), calls its loop ib",
     .concerns = concerns,
     .apply = bound});

}  // namespace
}  // namespace fiberloom
