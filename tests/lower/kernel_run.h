#pragma once

#include <optional>
#include <string>

#include "kernel/compile_kernel.h"
#include "lower/compiled_run.h"

namespace fiberloom::test {

/// A compiler for kernels that run once: warnings are errors. Its cache goes with the process.
const KernelCompiler& test_compiler();

/// The results of a program's kernels, run one after the other.
Data run_kernels(const PlannedProgram& planned, const Data& data, const IndexSizes& sizes,
                 int threads = 1);

/// What is wrong with the kernels' results, compared with the reference evaluator; nothing if they
/// agree. Throws NotPossible where the evaluator meets a limit.
std::optional<std::string> kernel_disagreement(const PlannedProgram& planned, const Data& data,
                                               const IndexSizes& sizes, int threads = 1);

/// The kernels' texts, for messages.
std::string kernel_texts(const PlannedProgram& planned, int threads = 1);

}  // namespace fiberloom::test
