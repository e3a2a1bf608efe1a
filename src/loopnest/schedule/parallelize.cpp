// parallelize(i,unit,races): the loop runs on threads, or in vector registers.

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.h"
#include "loopnest/schedule/arguments.h"
#include "loopnest/schedule/branches.h"

namespace fiberloom {
namespace {

using Unit = Parallelization::Unit;
using Races = Parallelization::Races;

const std::map<std::string, std::optional<Unit>> kUnits = {
    {"NotParallel", std::nullopt}, {"CPUThread", Unit::thread}, {"CPUVector", Unit::vector}};
const std::map<std::string, Races> kRaces = {{"IgnoreRaces", Races::ignore},
                                             {"NoRaces", Races::none},
                                             {"Atomics", Races::atomics},
                                             {"Temporary", Races::temporary},
                                             {"ParallelReduction", Races::reduction}};

template <class Value>
const Value& named(const ScheduleCommand& command, const std::map<std::string, Value>& table,
                   const std::string& name, const std::string& what) {
  const auto found = table.find(name);
  if (found == table.end()) {
    std::vector<std::string> names;
    for (const auto& [key, ignored] : table) {
      names.push_back(key);
    }
    throw command.error(fmt::format("there is no {} '{}'", what, name),
                        suggestion(name, names, what + "s"));
  }
  return found->second;
}

/// The innermost loop of a branch; empty where it has none.
std::string innermost_of(const Scheduled& scheduled, const std::string& branch) {
  IndexVariables inside = loops_of_branch(scheduled, branch);
  const Temporary* temporary = scheduled.find(branch);
  if (temporary != nullptr && !temporary->order.empty()) {
    IndexVariables order = order_of_branch(scheduled, branch);
    std::erase_if(order, [&](const std::string& v) { return !contains(inside, v); });
    inside = {order.back()};
  }
  const auto runs_inside = [&](const std::string& loop) {
    return std::ranges::any_of(variables_of_loop(scheduled, loop),
                               [&](const std::string& v) { return contains(inside, v); });
  };
  const auto last = std::find_if(scheduled.order.rbegin(), scheduled.order.rend(), runs_inside);
  return last == scheduled.order.rend() ? "" : *last;
}

/// Is a loop the last of some branch?
bool innermost(const Scheduled& scheduled, const BranchLoop& loop) {
  if (!loop.branch.empty()) {
    return contains(variables_of_loop(scheduled, innermost_of(scheduled, loop.branch)),
                    loop.variable);
  }
  return innermost_of(scheduled, "") == loop.variable ||
         std::ranges::any_of(scheduled.temporaries, [&](const Temporary& temporary) {
           return innermost_of(scheduled, temporary.name) == loop.variable;
         });
}

/// Does every iteration of the loop write places of its own?
bool writes_apart(const Scheduled& scheduled, const BranchLoop& loop) {
  const IndexVariables over = variables_of_loop(scheduled, loop.variable);
  const IndexVariables kept = loop.branch.empty() ? scheduled.statement.result.indices
                                                  : free_variables(branch(scheduled, loop.branch));
  return std::ranges::all_of(over, [&](const std::string& v) { return contains(kept, v); });
}

void parallelize(const ScheduleCommand& command, Scheduled& scheduled) {
  command.require_arguments(3, 3);
  const auto& arguments = command.arguments;
  if (arguments[1].starts_with("GPU")) {
    throw command.error(
        fmt::format("{} is a unit of GPUs; there are kernels for CPUs only", arguments[1]),
        "units: CPUThread, CPUVector");
  }
  const BranchLoop loop = find_loop(command, scheduled, arguments[0]);
  const std::optional<Unit> unit = named(command, kUnits, arguments[1], "unit");
  const Races races = named(command, kRaces, arguments[2], "strategy");
  if (!unit) {
    return;
  }
  if (std::ranges::any_of(scheduled.parallel, [&](const Parallelization& other) {
        return other.variable == arguments[0];
      })) {
    throw command.error(fmt::format("the loop of {} is parallel already", arguments[0]));
  }
  if (*unit == Unit::vector && !innermost(scheduled, loop)) {
    throw command.error(fmt::format("the loop of {} is not an innermost one", arguments[0]),
                        "vectors take the innermost loop: reorder, or choose another");
  }
  if (races == Races::none && !writes_apart(scheduled, loop)) {
    throw command.error(fmt::format("the iterations of {} add up in the same places", arguments[0]),
                        "say how: Atomics, Temporary or ParallelReduction");
  }
  scheduled.parallel.push_back({.variable = arguments[0], .unit = *unit, .races = races});
  scheduled.not_in_graph.push_back(command.text);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return has_loops(scheduled, {command.arguments[0]});
}

const ScheduleCommands registration(
    {.name = "parallelize",
     .syntax = "parallelize(i,CPUThread|CPUVector|NotParallel,"
               "NoRaces|IgnoreRaces|Atomics|Temporary|ParallelReduction)",
     .summary = "runs the loop of i on threads, or in vectors",
     .concerns = concerns,
     .apply = parallelize});

}  // namespace
}  // namespace fiberloom
