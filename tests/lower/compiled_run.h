#pragma once

#include <map>
#include <optional>
#include <string>

#include "einsum/sizes.h"
#include "lower/compile.h"
#include "sim/machine.h"
#include "tensor/coordinate_list.h"

namespace fiberloom::test {

using Data = std::map<std::string, CoordinateList>;

/// The results of a compiled program, all stages run on the simulator.
struct CompiledRun {
  Data results;
  Cycle cycles = 0;
  std::string failure;  ///< a deadlock; empty: finished
};
CompiledRun run_compiled(const Compiled& compiled, const Data& data, const IndexSizes& sizes,
                         const MachineConfig& config = {}, const RunOptions& options = {});

/// What is wrong with the results, compared with the reference evaluator; nothing if they agree.
/// Throws NotPossible where the evaluator meets a limit.
std::optional<std::string> disagreement(const Compiled& compiled, const Data& data,
                                        const IndexSizes& sizes, const MachineConfig& config = {},
                                        const RunOptions& options = {});

/// All entries of all tensors, for messages.
std::string describe(const Data& data);

}  // namespace fiberloom::test
