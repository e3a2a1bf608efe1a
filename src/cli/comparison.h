#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/expression_options.h"
#include "cli/kernel_run.h"
#include "cli/simulation.h"

namespace fiberloom {

/// One way to compute a result: an expression, maybe of several statements, under a schedule.
struct Variant {
  std::string name;
  std::string expression;
  ExpressionOptions compilation{};
};

/// What a variant's kernels took, its statements one after the other.
struct KernelTimes {
  int threads = 1;
  bool parallel = true;  ///< the kernels can use them
  double median_seconds = 0;
  double minimum_seconds = 0;
  double compile_seconds = 0;
};

/// What a variant took on the simulated machine.
struct SimulatedTime {
  RunStatus status = RunStatus::finished;
  Cycle cycles = 0;
  uint64_t operations = 0;
  double wall_seconds = 0;
  std::vector<std::string> not_in_graph{};
};

/// The larger of two tensors' differences, relative to their largest value.
struct Difference {
  double largest = 0;
  bool equal = true;  ///< integers exactly, reals as far as sums in another order may differ
};
Difference difference_of(const CoordinateList& a, const CoordinateList& b);

/// A variant's results and times on both back ends.
struct VariantOutcome {
  Variant variant;
  std::vector<KernelTimes> kernels;
  SimulatedTime simulation;
  std::string result;       ///< the last statement's tensor
  CoordinateList points{};  ///< of the kernel
  Difference difference{};  ///< between kernels, simulation and the first variant
  ResultCheck check{};
};

struct ComparisonOptions {
  WorkloadOptions workload{};
  MachineConfig config{};
  TimingOptions timing{};
  std::vector<int> threads{1};
  Cycle max_cycles = kNever;
  bool check = false;
};

/// Runs a variant on the same data through kernels and simulation. `first`: another variant's
/// outcome, whose result it should equal.
VariantOutcome compare_variant(const Variant& variant, const ComparisonOptions& options,
                               const KernelCompiler& compiler, const VariantOutcome* first);

}  // namespace fiberloom
