// assemble(A,Append|Insert[,separately]): how the storage of a sparse result or temporary is made.

#include <fmt/format.h>

#include "loopnest/schedule/arguments.h"

namespace fiberloom {
namespace {

void assemble(const ScheduleCommand& command, Scheduled& scheduled) {
  command.require_arguments(2, 3);
  const auto& arguments = command.arguments;
  const std::string& result = scheduled.statement.result.tensor;
  if (arguments[0] != result && scheduled.find(arguments[0]) == nullptr) {
    throw command.error(fmt::format("'{}' is not assembled here", arguments[0]),
                        fmt::format("the result is {}", result));
  }
  if (arguments[1] != "Append" && arguments[1] != "Insert") {
    throw command.error(fmt::format("there is no strategy '{}'", arguments[1]),
                        "strategies: Append, Insert");
  }
  // Whether counting is a pass of its own: it always is, what has no order to append in needs it.
  if (arguments.size() == 3 && arguments[2] != "true" && arguments[2] != "false") {
    throw command.error(fmt::format("expected true or false, not '{}'", arguments[2]));
  }
  scheduled.assemblies.push_back({.tensor = arguments[0], .insert = arguments[1] == "Insert"});
  scheduled.not_in_graph.push_back(command.text);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return scheduled.statement.result.tensor == command.arguments[0];
}

const ScheduleCommands registration(
    {.name = "assemble",
     .syntax = "assemble(A,Append|Insert[,true|false])",
     .summary = "stores the result A as it is made (Append), or counts and fills it (Insert)",
     .concerns = concerns,
     .apply = assemble});

}  // namespace
}  // namespace fiberloom
