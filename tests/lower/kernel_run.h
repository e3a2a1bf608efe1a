#pragma once

#include <optional>
#include <string>

#include "lower/compiled_run.h"
#include "lower/kernel/kernel_lowering.h"

namespace fiberloom::test {

/// The results of a compiled program, all stages run as kernels.
CompiledRun run_kernels(const Compiled& compiled, const Data& data, const IndexSizes& sizes);

/// What is wrong with the kernels' results, compared with the reference evaluator.
std::optional<std::string> kernel_disagreement(const Compiled& compiled, const Data& data,
                                               const IndexSizes& sizes);

}  // namespace fiberloom::test
