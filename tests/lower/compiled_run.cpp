#include "lower/compiled_run.h"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/typing.h"
#include "reference/compare.h"
#include "reference/evaluator.h"
#include "samgraph/wiring.h"

namespace fiberloom::test {

CoordinateList empty_list(const std::vector<uint64_t>& shape, ComponentType type) {
  CoordinateList list;
  list.shape = shape;
  list.columns.resize(shape.size());
  list.values = Values(type);
  return list;
}

ComponentTypes types_of(const Data& data) {
  ComponentTypes types;
  for (const auto& [name, list] : data) {
    types[name] = list.values.type();
  }
  return types;
}

CompiledRun run_compiled(const Compiled& compiled, const Data& data, const IndexSizes& sizes,
                         const MachineConfig& config, const RunOptions& options) {
  const std::vector<StatementTypes> computed = statement_types(compiled.program, types_of(data));
  Data known = data;
  CompiledRun run;
  for (size_t s = 0; s < compiled.stages.size(); ++s) {
    const auto& [plan, graph] = compiled.stages[s];
    const Wiring wiring = check(graph);
    const Access& result = plan.written.result;
    check_bounds(plan.schedule, sizes);
    IndexSizes all_sizes = sizes;
    add_part_sizes(graph.splits, all_sizes);
    Operands operands{
        .tensors = {}, .results = {}, .component = computed[s].compute, .sizes = all_sizes};
    std::vector<std::unique_ptr<Tensor>> tensors;
    for (const auto& [name, declared] : graph.tensors) {
      const std::string& source = declared.of.empty() ? name : declared.of;
      if (name != result.tensor) {
        if (!known.contains(source)) {
          known[source] = empty_list(shape_of(result, sizes), computed[s].compute);
        }
        tensors.push_back(std::make_unique<Tensor>(
            pack(split_modes(known.at(source), graph.splits, declared.indices, all_sizes),
                 declared.format)));
        operands.tensors[name] = tensors.back().get();
      }
    }
    std::vector<std::optional<uint64_t>> shape;
    for (const std::string& index : split_indices(graph.splits, result.indices)) {
      shape.emplace_back(all_sizes.at(index));
    }
    ResultStore store(result.tensor, graph.tensors.at(result.tensor).format, shape,
                      computed[s].compute);
    operands.results[result.tensor] = &store;
    Machine machine(wiring, config, operands, options);
    const RunStatistics statistics = machine.run();
    run.cycles += statistics.cycles;
    if (statistics.status != RunStatus::finished) {
      run.failure = "the run did not finish";
      for (const Wait& wait : statistics.waits) {
        run.failure += fmt::format("; {} {}", wait.process, wait.text);
      }
      return run;
    }
    CoordinateList points = join_modes(store.points(false), graph.splits,
                                       graph.tensors.at(result.tensor).indices, all_sizes);
    points.values = convert(points.values, computed[s].result);
    known[result.tensor] = points;
    run.results[result.tensor] = std::move(points);
  }
  return run;
}

std::optional<std::string> disagreement(const Compiled& compiled, const Data& data,
                                        const IndexSizes& sizes, const MachineConfig& config,
                                        const RunOptions& options) {
  const auto expected = expected_results(compiled.program, data, sizes);
  const CompiledRun run = run_compiled(compiled, data, sizes, config, options);
  return run.failure.empty() ? disagreement(expected, run.results) : std::optional(run.failure);
}

std::map<std::string, Reference> expected_results(const Program& program, const Data& data,
                                                  const IndexSizes& sizes) {
  ReferenceOperands operands;
  for (const auto& [name, list] : data) {
    operands[name] = &list;
  }
  return evaluate(program, operands, sizes);
}

std::optional<std::string> disagreement(const std::map<std::string, Reference>& expected,
                                        const Data& results, const CompareOptions& options) {
  for (const auto& [name, list] : results) {
    const Comparison comparison = compare(list, expected.at(name), options);
    if (!comparison.agrees()) {
      std::string text = name + ": " + comparison.reason;
      for (const Mismatch& m : comparison.first) {
        text += fmt::format("\n  ({}) is {}, expected {}", fmt::join(m.coordinates, ","), m.got,
                            m.expected);
      }
      return text;
    }
  }
  return std::nullopt;
}

std::optional<std::string> failure_in(const std::function<std::optional<std::string>()>& attempt,
                                      const std::function<bool(const Error&)>& expected) {
  try {
    return attempt();
  } catch (const NotPossible&) {
    return std::nullopt;
  } catch (const Error& error) {
    const bool refused = std::string(error.what()).find("division") != std::string::npos ||
                         error.hint().find("another reduction") != std::string::npos ||
                         expected(error);
    return refused ? std::nullopt : std::optional(error.render());
  }
}

std::string describe(const Data& data) {
  std::string text;
  for (const auto& [name, list] : data) {
    text += fmt::format("{} ({}):", name, fmt::join(list.shape, ","));
    for (size_t e = 0; e < list.entries(); ++e) {
      std::vector<uint64_t> point;
      for (const auto& column : list.columns) {
        point.push_back(column[e]);
      }
      text += fmt::format(" ({})={}", fmt::join(point, ","), list.values.real(e));
    }
    text += "\n";
  }
  return text;
}

}  // namespace fiberloom::test
