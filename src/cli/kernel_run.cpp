#include "cli/kernel_run.h"

#include <algorithm>
#include <limits>

#include <spdlog/spdlog.h>

#include "kernel/kernel_call.h"
#include "lower/kernel/kernel_lowering.h"

namespace fiberloom {
namespace {

std::vector<OperandNeed> operand_needs(const Plan& plan) {
  std::vector<OperandNeed> needs;
  for (const KernelOperand& operand : kernel_operands(plan)) {
    needs.push_back({.name = operand.name, .format = operand.format, .of = operand.of});
  }
  return needs;
}

bool asks_for_threads(const Scheduled& schedule) {
  return std::ranges::any_of(schedule.parallel, [](const Parallelization& parallel) {
    return parallel.unit == Parallelization::Unit::thread;
  });
}

void remove_zeros(CoordinateList& list) {
  list.values.visit([&](auto& values) {
    size_t kept = 0;
    for (size_t entry = 0; entry < values.size(); ++entry) {
      if (values[entry] != 0) {
        for (auto& column : list.columns) {
          column[kept] = column[entry];
        }
        values[kept++] = values[entry];
      }
    }
    values.resize(kept);
    for (auto& column : list.columns) {
      column.resize(kept);
    }
  });
}

}  // namespace

KernelRun::KernelRun(const Plan& plan, const WorkloadOptions& options,
                     const std::map<std::string, CoordinateList>& given)
    : plan_(plan),
      program_({plan.written}),
      workload_(load_workload(options, operand_needs(plan), program_, {}, given)) {
  require_sizes(program_, workload_.sizes);
  check_bounds(plan_.schedule, workload_.sizes);
  types_ = statement_types(program_, known_types(workload_)).front();
}

bool KernelRun::wide() const {
  constexpr uint64_t kNarrow = std::numeric_limits<int32_t>::max();
  // Of dense levels below each other.
  const auto too_many = [&](const std::string& letters, const std::vector<uint64_t>& sizes) {
    uint64_t positions = 1;
    for (size_t k = 0; k < sizes.size(); ++k) {
      positions = letters[k] != 'd'                                 ? 1
                  : sizes[k] != 0 && positions > kNarrow / sizes[k] ? kNarrow + 1
                                                                    : positions * sizes[k];
      if (positions > kNarrow) {
        return true;
      }
    }
    return false;
  };
  const std::vector<uint64_t> shape = shape_of(plan_.statement.result, workload_.sizes);
  std::vector<uint64_t> stored;
  for (const size_t mode : plan_.result.order) {
    stored.push_back(shape[mode]);
  }
  const auto wide_temporary = [&](const auto& named) {
    const Walk& walk = named.second;
    std::vector<uint64_t> sizes;
    for (const std::string& variable : walk.variables) {
      sizes.push_back(workload_.sizes.at(variable));
    }
    return walk.temporary && too_many(walk.format.letters, sizes);
  };
  return too_many(plan_.result.letters, stored) ||
         std::ranges::any_of(plan_.walks, wide_temporary) ||
         std::ranges::any_of(workload_.sizes,
                             [](const auto& size) { return size.second > kNarrow; }) ||
         std::ranges::any_of(workload_.operands,
                             [](const auto& operand) { return needs_wide(operand.second.tensor); });
}

KernelRun::Outcome KernelRun::run(const KernelCompiler& compiler, const Options& options) const {
  if (options.threads == 1 && asks_for_threads(plan_.schedule)) {
    spdlog::warn("the schedule's threads have no effect with one thread: give --threads N");
  }
  const KernelSource source =
      lower_to_kernel(plan_, known_types(workload_), types_.compute,
                      {.threads = options.threads, .wide = wide(), .sizes = workload_.sizes});
  const CompiledKernel kernel = compiler.compile(source);
  if (options.threads > 1 && !source.parallel) {
    spdlog::warn("the kernel of {} is not parallel: it runs with one thread", result_name());
  }
  const int threads = source.parallel ? options.threads : 1;
  std::map<std::string, const Tensor*> operands;
  for (const auto& [name, operand] : workload_.operands) {
    operands[name] = &operand.tensor;
  }
  KernelCall call(source, kernel, operands, workload_.sizes,
                  shape_of(plan_.statement.result, workload_.sizes));
  TimingOptions timing = options.timing;
  timing.threads = threads;
  Timing times = measure_runs(
      timing, [&] { call.run(threads); }, [&] { call.clear(); });
  const uint64_t bytes = call.bytes();
  const Tensor result = call.result();
  Outcome outcome{.source = source,
                  .points = unpack(result),
                  .stored = result.values().size(),
                  .result_bytes = result.bytes(),
                  .bytes = bytes,
                  .threads = threads,
                  .timing = std::move(times),
                  .compile_seconds = kernel.loaded.compile_seconds};
  if (options.drop_zeros) {
    remove_zeros(outcome.points);
  }
  outcome.points.values = convert(outcome.points.values, types_.result);
  return outcome;
}

ResultCheck KernelRun::check(const CoordinateList& points) const {
  return check_results(program_, workload_, {{result_name(), types_.result}},
                       {{result_name(), &points}}, {.accept_ieee_nan = true});
}

KernelSource kernel_without_data(const Plan& plan, const ComponentTypes& types, int threads) {
  const StatementTypes computed = statement_types({plan.written}, types).front();
  return lower_to_kernel(plan, types, computed.compute, {.threads = threads});
}

}  // namespace fiberloom
