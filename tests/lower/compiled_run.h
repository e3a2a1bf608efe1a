#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "einsum/sizes.h"
#include "einsum/typing.h"
#include "lower/compile.h"
#include "reference/compare.h"
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

// What graphs' and kernels' runs share.

/// A tensor without entries: the old contents of a result that is only accumulated into.
CoordinateList empty_list(const std::vector<uint64_t>& shape, ComponentType type);
ComponentTypes types_of(const Data& data);
/// What the reference evaluator finds. Throws NotPossible where it meets a limit.
std::map<std::string, Reference> expected_results(const Program& program, const Data& data,
                                                  const IndexSizes& sizes);
/// What is wrong with results; nothing if they are as expected.
std::optional<std::string> disagreement(const std::map<std::string, Reference>& expected,
                                        const Data& results, const CompareOptions& options = {});

/// What `attempt` says, or the error that it throws. Nothing where the evaluator meets a limit,
/// both refuse to divide an integer by zero, no order serves, as in max_i(B(i,j)) + max_j(C(i,j)),
/// or the error is one that `expected` names.
std::optional<std::string> failure_in(
    const std::function<std::optional<std::string>()>& attempt,
    const std::function<bool(const Error&)>& expected = [](const Error&) { return false; });

/// All entries of all tensors, for messages.
std::string describe(const Data& data);

}  // namespace fiberloom::test
