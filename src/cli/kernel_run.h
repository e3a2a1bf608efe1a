#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/result_check.h"
#include "cli/workload.h"
#include "kernel/compile_kernel.h"
#include "kernel/timing.h"
#include "loopnest/plan.h"

namespace fiberloom {

/// One statement as a CPU kernel, with its data: what Simulation is for graphs.
class KernelRun {
 public:
  /// `given`: operands that are there already, results of an earlier statement.
  KernelRun(const Plan& plan, const WorkloadOptions& options,
            const std::map<std::string, CoordinateList>& given = {});

  const Workload& workload() const { return workload_; }
  const Program& program() const { return program_; }
  const std::string& result_name() const { return plan_.statement.result.tensor; }

  struct Options {
    TimingOptions timing{};
    int threads = 1;          ///< that the kernel may use
    bool drop_zeros = false;  ///< leave computed zeros out of the result
  };
  struct Outcome {
    KernelSource source;
    CoordinateList points;
    uint64_t stored = 0;        ///< values in storage, padding included
    uint64_t result_bytes = 0;  ///< of the result's storage
    uint64_t bytes = 0;         ///< of all arrays, operands and result, each once
    int threads = 1;            ///< that the kernel used
    Timing timing;
    double compile_seconds = 0;  ///< 0: it was compiled before
  };
  Outcome run(const KernelCompiler& compiler, const Options& options) const;

  /// Compares a result with the reference evaluator.
  ResultCheck check(const CoordinateList& points) const;

 private:
  bool wide() const;

  const Plan& plan_;
  Program program_;
  Workload workload_;
  StatementTypes types_{};
};

/// The kernel of a statement whose data is not known: operands are doubles where `types` says
/// nothing.
KernelSource kernel_without_data(const Plan& plan, const ComponentTypes& types, int threads = 1);

}  // namespace fiberloom
