#include "lower/compile.h"

#include <algorithm>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "einsum/checker.h"
#include "einsum/parser.h"
#include "einsum/taco_line.h"
#include "loopnest/loop_order.h"
#include "loopnest/schedule/command.h"
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

}  // namespace

Compiled compile(const std::string& text, const CompileOptions& options) {
  Compiled compiled{.program = parse_program(text), .stages = {}};
  check(compiled.program);
  const TensorFormats formats = find_formats(compiled.program, options);
  std::vector<Scheduled> scheduled;
  for (const Statement& statement : compiled.program) {
    scheduled.push_back(unscheduled(statement, formats));
  }
  apply_schedule(parse_commands(options.schedule), scheduled);
  for (size_t s = 0; s < scheduled.size(); ++s) {
    Plan plan = make_plan(scheduled[s], formats, {.scan_dense = options.scan_dense});
    if (options.strict) {
      require_no_repacking(plan);
    }
    Graph graph = lower_to_graph(plan);
    compiled.stages.push_back({std::move(plan), std::move(graph)});
  }
  return compiled;
}

}  // namespace fiberloom
