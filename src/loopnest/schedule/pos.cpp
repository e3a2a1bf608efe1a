// pos(i,ipos,A): the loop of i runs over the positions that A stores.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/schedule/arguments.h"

namespace fiberloom {
namespace {

std::vector<std::string> operands_of(const Scheduled& scheduled) {
  std::vector<std::string> names;
  for (const Expr& leaf : accesses(scheduled.statement.right)) {
    if (!contains(names, as<Access>(leaf)->tensor)) {
      names.push_back(as<Access>(leaf)->tensor);
    }
  }
  return names;
}

bool indexed_by(const Scheduled& scheduled, const std::string& tensor,
                const IndexVariables& wanted) {
  return std::ranges::any_of(accesses(scheduled.statement.right), [&](const Expr& leaf) {
    const Access& a = *as<Access>(leaf);
    return a.tensor == tensor && std::ranges::all_of(wanted, [&](const std::string& variable) {
             return contains(a.indices, variable);
           });
  });
}

void pos(const ScheduleCommand& command, Scheduled& scheduled) {
  command.require_arguments(3, 3);
  const PositionLoop made{.variable = command.arguments[0],
                          .position = command.arguments[1],
                          .tensor = command.arguments[2]};
  require_loop(command, scheduled, made.variable);
  require_new_name(command, scheduled, made.position);
  const std::vector<std::string> operands = operands_of(scheduled);
  if (!contains(operands, made.tensor)) {
    throw command.error(fmt::format("there is no operand '{}'", made.tensor),
                        fmt::format("operands: {}", fmt::join(operands, ", ")));
  }
  const IndexVariables over = variables_of_loop(scheduled, made.variable);
  if (!indexed_by(scheduled, made.tensor, over)) {
    throw command.error(fmt::format("{} is not indexed by {}", made.tensor, fmt::join(over, ", ")));
  }
  if (std::ranges::any_of(scheduled.splits, [&](const Split& split) {
        return split.outer == made.variable || split.inner == made.variable;
      })) {
    throw command.error(fmt::format("{} is a part of {}", made.variable, fmt::join(over, ", ")),
                        "pos comes before split: then the positions are split");
  }
  scheduled.positions.push_back(made);
  std::ranges::replace(scheduled.order, made.variable, made.position);
  scheduled.not_in_graph.push_back(command.text);
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  return has_loops(scheduled, {command.arguments[0]});
}

const ScheduleCommands registration(
    {.name = "pos",
     .syntax = "pos(i,ipos,A)",
     .summary = "runs the loop of i over the positions that A stores",
     .concerns = concerns,
     .apply = pos});

}  // namespace
}  // namespace fiberloom
