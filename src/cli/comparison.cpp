#include "cli/comparison.h"

#include <algorithm>
#include <cmath>

#include "cli/effective_operations.h"

namespace fiberloom {
namespace {

/// Relative to the largest value: sums in another order may differ by so much.
double tolerance_of(ComponentType type) {
  switch (type) {
    case ComponentType::float64:
      return 1e-10;
    case ComponentType::float32:
      return 1e-4;
    default:
      return 0;
  }
}

/// The points in the order of their coordinates.
CoordinateList in_order(const CoordinateList& list) {
  return unpack(pack(list, uniform_format('s', list.order())));
}

bool before(const CoordinateList& a, size_t x, const CoordinateList& b, size_t y) {
  for (size_t mode = 0; mode < a.order(); ++mode) {
    if (a.columns[mode][x] != b.columns[mode][y]) {
      return a.columns[mode][x] < b.columns[mode][y];
    }
  }
  return false;
}

class Comparing {
 public:
  void add(double a, double b) {
    largest_value_ = std::max({largest_value_, finite(a), finite(b)});
    const bool same = a == b || (std::isnan(a) && std::isnan(b));
    if (!same) {
      largest_ = std::max(largest_, std::isfinite(a - b) ? std::fabs(a - b) : HUGE_VAL);
    }
  }
  Difference result(double tolerance) const {
    const double relative = largest_ == 0 ? 0 : largest_ / std::max(largest_value_, 1e-300);
    return {.largest = relative, .equal = relative <= tolerance};
  }

 private:
  static double finite(double value) { return std::isfinite(value) ? std::fabs(value) : 0; }

  double largest_ = 0;
  double largest_value_ = 0;
};

Difference worse(const Difference& a, const Difference& b) {
  return {.largest = std::max(a.largest, b.largest), .equal = a.equal && b.equal};
}

/// Runs the kernels of a variant, each statement with every number of threads on the same data.
void run_kernels(const PlannedProgram& planned, const ComparisonOptions& options,
                 const KernelCompiler& compiler, VariantOutcome& outcome) {
  for (const int threads : options.threads) {
    outcome.kernels.push_back({.threads = threads});
  }
  std::map<std::string, CoordinateList> results;
  for (size_t s = 0; s < planned.plans.size(); ++s) {
    const KernelRun run(planned.plans[s], options_of_stage(planned.program, s, options.workload),
                        results);
    outcome.result = run.result_name();
    for (KernelTimes& times : outcome.kernels) {
      KernelRun::Outcome made =
          run.run(compiler, {.timing = options.timing, .threads = times.threads});
      times.parallel = times.parallel && (times.threads == 1 || made.threads > 1);
      times.median_seconds += made.timing.wall.median();
      times.minimum_seconds += made.timing.wall.minimum();
      times.compile_seconds += made.compile_seconds;
      if (options.check && !outcome.check.failed()) {
        outcome.check = run.check(made.points);
      }
      if (&times == &outcome.kernels.front()) {
        results[outcome.result] = std::move(made.points);
      } else {
        outcome.difference =
            worse(outcome.difference, difference_of(results.at(outcome.result), made.points));
      }
    }
  }
  outcome.points = std::move(results.at(outcome.result));
}

/// Simulates a variant; gives the last result, if the run finished.
std::optional<CoordinateList> simulate(const Compiled& compiled, const ComparisonOptions& options,
                                       VariantOutcome& outcome) {
  SimulatedTime& simulated = outcome.simulation;
  RunOptions run_options;
  run_options.max_cycles = options.max_cycles;
  std::map<std::string, CoordinateList> results;
  for (size_t s = 0; s < compiled.stages.size(); ++s) {
    const Stage& stage = compiled.stages[s];
    const Simulation simulation(
        stage.graph, options_of_stage(compiled.program, s, options.workload), "", results);
    Simulation::Outcome made = simulation.run(options.config, run_options, false);
    simulated.cycles += made.statistics.cycles;
    simulated.operations += effective_operations(made.statistics);
    simulated.wall_seconds += made.wall_seconds;
    std::ranges::copy(stage.plan.schedule.not_in_graph, std::back_inserter(simulated.not_in_graph));
    if (made.statistics.status != RunStatus::finished) {
      simulated.status = made.statistics.status;
      return std::nullopt;
    }
    for (auto& [name, result] : made.results) {
      results[name] = std::move(result.points);
    }
  }
  return results.at(outcome.result);
}

}  // namespace

Difference difference_of(const CoordinateList& a, const CoordinateList& b) {
  const CoordinateList x = in_order(a);
  const CoordinateList y = in_order(b);
  Comparing comparing;
  size_t i = 0;
  size_t j = 0;
  while (i < x.entries() || j < y.entries()) {
    const bool left = i < x.entries() && (j == y.entries() || !before(y, j, x, i));
    const bool right = j < y.entries() && (i == x.entries() || !before(x, i, y, j));
    comparing.add(left ? x.values.real(i) : 0, right ? y.values.real(j) : 0);
    i += left ? 1 : 0;
    j += right ? 1 : 0;
  }
  Difference made =
      comparing.result(std::max(tolerance_of(a.values.type()), tolerance_of(b.values.type())));
  made.equal = made.equal && a.shape == b.shape;
  return made;
}

VariantOutcome compare_variant(const Variant& variant, const ComparisonOptions& options,
                               const KernelCompiler& compiler, const VariantOutcome* first) {
  VariantOutcome outcome;
  outcome.variant = variant;
  const auto& formats = options.workload.formats;
  const PlannedProgram planned = variant.compilation.plan_kernels(variant.expression, formats);
  run_kernels(planned, options, compiler, outcome);
  const Compiled compiled = variant.compilation.compile(variant.expression, formats);
  if (const auto points = simulate(compiled, options, outcome)) {
    outcome.difference = worse(outcome.difference, difference_of(outcome.points, *points));
  }
  if (first != nullptr) {
    outcome.difference = worse(outcome.difference, difference_of(outcome.points, first->points));
  }
  return outcome;
}

}  // namespace fiberloom
