#include "lower/compile.h"

#include <algorithm>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "einsum/checker.h"
#include "einsum/parser.h"
#include "einsum/taco_line.h"
#include "loopnest/schedule/command.h"
#include "loopnest/split_data.h"
#include "lower/graph_lowering.h"

namespace fiberloom {
namespace {

std::string counted(size_t count, const std::string& one, const std::string& more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

void require_order(const std::string& name, const TensorFormat& format, size_t order) {
  if (format.levels() != order) {
    throw bad_input(fmt::format("-f {}:{} has {}, {} has {}", name, to_string(format),
                                counted(format.levels(), "level", "levels"), name,
                                counted(order, "index", "indices")));
  }
}

TensorFormats find_formats(const Program& program, const CompileOptions& options) {
  TensorFormats formats;
  for (const std::string& text : options.formats) {
    const auto [name, format] = split_named(text, "-f", "A:ds:1,0");
    formats[name] = parse_tensor_format(format);
  }
  const std::vector<TensorUse> uses = tensors(program);
  for (const auto& [name, format] : formats) {
    const auto use = std::ranges::find(uses, name, &TensorUse::name);
    if (use == uses.end()) {
      spdlog::warn("-f {}:{} is not used: the expression has no {}", name, to_string(format), name);
    } else {
      require_order(name, format, use->order);
    }
  }
  for (const TensorUse& use : uses) {
    formats.try_emplace(use.name, uniform_format(options.default_format, use.order));
  }
  return formats;
}

void require_no_repacking(const Plan& plan) {
  for (const Expr& leaf : accesses(plan.statement.right)) {
    const Walk& walk = plan.walks.at(leaf.get());
    if (walk.repacked) {
      throw bad_input(
          fmt::format("{} must be packed anew for this loop order", to_string(leaf)),
          plan.statement.where(leaf),
          fmt::format("store it as -f {}:{}, choose another order, or leave out --strict",
                      walk.tensor, to_string(walk.format)));
    }
  }
}

void require_all_commands(const Scheduled& scheduled) {
  if (!scheduled.not_in_graph.empty()) {
    throw bad_input(fmt::format("{} has no meaning in a graph", scheduled.not_in_graph.front()), {},
                    "it is for kernels: leave it out, or leave out --strict");
  }
}

}  // namespace

ScheduledProgram read_scheduled(const std::string& text, const CompileOptions& options) {
  ScheduledProgram read{.program = parse_program(text)};
  check(read.program);
  read.formats = find_formats(read.program, options);
  for (const Statement& statement : read.program) {
    read.statements.push_back(unscheduled(statement, read.formats));
  }
  apply_schedule(parse_commands(options.schedule), read.statements);
  return read;
}

Compiled compile(const std::string& text, const CompileOptions& options) {
  const ScheduledProgram read = read_scheduled(text, options);
  Compiled compiled{.program = read.program, .stages = {}};
  for (const Scheduled& scheduled : read.statements) {
    TensorFormats formats = read.formats;
    Plan plan =
        make_plan(split_data(scheduled, formats), formats, {.scan_dense = options.scan_dense});
    if (options.strict) {
      require_all_commands(scheduled);
      require_no_repacking(plan);
    }
    Graph graph = lower_to_graph(plan);
    compiled.stages.push_back({std::move(plan), std::move(graph)});
  }
  return compiled;
}

PlannedProgram plan_kernels(const std::string& text, const CompileOptions& options) {
  const ScheduledProgram read = read_scheduled(text, options);
  PlannedProgram planned{.program = read.program, .plans = {}};
  for (const Scheduled& scheduled : read.statements) {
    planned.plans.push_back(
        make_plan(scheduled, read.formats, {.scan_dense = options.scan_dense, .kernel = true}));
    if (options.strict) {
      require_no_repacking(planned.plans.back());
    }
  }
  return planned;
}

}  // namespace fiberloom
