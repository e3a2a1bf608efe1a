#include "cli/simulation.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <set>

#include <fmt/format.h>

#include "einsum/checker.h"
#include "einsum/parser.h"

namespace fiberloom {
namespace {

/// Beyond this depth a FIFO is as good as unbounded.
constexpr uint64_t kDeepest = uint64_t{1} << 20;

void override_format(Graph& graph, const std::string& text) {
  const NamedText named = split_named("-f", text);
  const auto tensor = graph.tensors.find(named.name);
  if (tensor == graph.tensors.end()) {
    throw bad_input(fmt::format("-f: the graph declares no tensor '{}'", named.name));
  }
  const TensorFormat format = parse_tensor_format(named.text);
  if (format.order != tensor->second.format.order) {
    throw bad_input(
        fmt::format("-f: the graph walks {} as {}, another mode order needs another graph",
                    named.name, to_string(tensor->second.format)));
  }
  tensor->second.format = format;
}

double thread_cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

Simulation::Simulation(Graph graph, const WorkloadOptions& options, const std::string& expression,
                       const std::map<std::string, CoordinateList>& given)
    : graph_(std::move(graph)) {
  for (const std::string& text : options.formats) {
    override_format(graph_, text);
  }
  if (!expression.empty()) {
    graph_.expression = expression;
  }
  if (!graph_.expression.empty()) {
    program_ = parse_program(graph_.expression);
    fiberloom::check(program_);
  }
  wiring_ = fiberloom::check(graph_);
  workload_ = load_workload(options, operand_needs(), program_,
                            {.given = graph_.sizes, .asked = sizes_asked()}, given);
  for (const std::string& name : sizes_asked()) {
    if (const auto size = workload_.sizes.find(name); size != workload_.sizes.end()) {
      graph_.sizes[name] = size->second;  // a graph that is written stands by itself
    }
  }
  find_types();
}

std::vector<OperandNeed> Simulation::operand_needs() const {
  std::vector<OperandNeed> needs;
  std::set<std::string> seen;
  for (const BlockNode& block : graph_.blocks) {
    if (block.spec->ends_run || !block.parameters.has("tensor")) {
      continue;
    }
    const std::string& tensor = block.parameters.name("tensor");
    if (graph_.tensors.contains(tensor) && seen.insert(tensor).second) {
      const TensorDeclaration& declared = graph_.tensors.at(tensor);
      needs.push_back({tensor, declared.format, declared.of});
    }
  }
  return needs;
}

std::set<std::string> Simulation::sizes_asked() const {
  std::set<std::string> names;
  for (const BlockNode& block : graph_.blocks) {
    for (const ParameterSpec& parameter : block.spec->parameters) {
      if (parameter.type == ParameterType::size) {
        names.insert(block.parameters.name(parameter.name));  // numbers do no harm
      }
    }
  }
  return names;
}

std::vector<std::string> Simulation::result_names() const {
  std::vector<std::string> names;
  for (const BlockNode& block : graph_.blocks) {
    if (block.spec->ends_run && block.parameters.has("tensor") &&
        block.parameters.count("level") == kValuesLevel) {
      names.push_back(block.parameters.name("tensor"));
    }
  }
  return names;
}

void Simulation::find_types() {
  if (!program_.empty()) {
    const std::vector<StatementTypes> found = statement_types(program_, known_types(workload_));
    for (size_t s = 0; s < program_.size(); ++s) {
      compute_ = std::max(s == 0 ? found[s].compute : compute_, found[s].compute);
      result_types_[program_[s].result.tensor] = found[s].result;
    }
    return;
  }
  bool first = true;
  for (const auto& [name, operand] : workload_.operands) {
    const ComponentType type = operand.tensor.values().type();
    compute_ = first ? type : std::max(compute_, type);
    first = false;
  }
  for (const auto& [name, type] : workload_.types) {
    result_types_[name] = type;
  }
}

std::map<std::string, std::unique_ptr<ResultStore>> Simulation::make_stores() const {
  std::map<std::string, std::unique_ptr<ResultStore>> stores;
  for (const std::string& name : result_names()) {
    const TensorFormat& format = graph_.tensors.at(name).format;
    std::vector<std::optional<uint64_t>> shape(format.levels());
    for (const Statement& statement : program_) {
      if (statement.result.tensor != name || statement.result.indices.size() != shape.size()) {
        continue;
      }
      for (size_t m = 0; m < shape.size(); ++m) {
        const auto size = workload_.sizes.find(statement.result.indices[m]);
        if (size != workload_.sizes.end()) {
          shape[m] = size->second;
        }
      }
    }
    stores[name] = std::make_unique<ResultStore>(name, format, shape, compute_);
  }
  return stores;
}

Simulation::Outcome Simulation::run(const MachineConfig& config, const RunOptions& options,
                                    bool drop_zeros) const {
  const auto stores = make_stores();
  Operands operands{.tensors = {}, .results = {}, .component = compute_, .sizes = workload_.sizes};
  for (const auto& [name, operand] : workload_.operands) {
    operands.tensors[name] = &operand.tensor;
  }
  for (const auto& [name, store] : stores) {
    operands.results[name] = store.get();
  }
  Machine machine(*wiring_, config, operands, options);
  const auto start = std::chrono::steady_clock::now();
  const double cpu_start = thread_cpu_seconds();
  Outcome outcome;
  outcome.statistics = machine.run();
  outcome.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.cpu_seconds = thread_cpu_seconds() - cpu_start;
  if (outcome.statistics.status != RunStatus::finished) {
    return outcome;
  }
  for (const auto& [name, store] : stores) {
    Result result{
        .points = store->points(drop_zeros), .stored = store->stored(), .bytes = store->bytes()};
    if (const auto type = result_types_.find(name); type != result_types_.end()) {
      result.points.values = convert(result.points.values, type->second);
    }
    outcome.results.emplace(name, std::move(result));
  }
  return outcome;
}

std::optional<uint64_t> Simulation::sufficient_depth(const MachineConfig& config,
                                                     const RunOptions& options) const {
  RunOptions deeper = options;
  deeper.timeline = nullptr;
  const auto passes = [&](uint64_t depth) {
    deeper.least_depth = depth;
    return run(config, deeper, false).statistics.status != RunStatus::deadlock;
  };
  uint64_t fails = std::max<uint64_t>(config.fifo.depth, 1);
  uint64_t depth = fails * 2;
  for (; depth <= kDeepest && !passes(depth); depth *= 2) {
    fails = depth;
  }
  if (depth > kDeepest) {
    return std::nullopt;
  }
  while (depth - fails > 1) {
    const uint64_t middle = fails + (depth - fails) / 2;
    (passes(middle) ? depth : fails) = middle;
  }
  return depth;
}

Simulation::Check Simulation::check(const std::map<std::string, Result>& results) const {
  if (program_.empty()) {
    return {.status = Check::Status::not_possible,
            .reason = "the graph names no expression; give --expression"};
  }
  std::map<std::string, const CoordinateList*> points;
  for (const auto& [name, result] : results) {
    points[name] = &result.points;
  }
  return check_results(program_, workload_, result_types_, points);
}

}  // namespace fiberloom
