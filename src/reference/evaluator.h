#pragma once

#include <map>
#include <string>

#include "einsum/sizes.h"
#include "einsum/statement.h"
#include "einsum/typing.h"
#include "reference/limits.h"
#include "reference/reference.h"
#include "tensor/coordinate_list.h"

namespace fiberloom {

/// Operands by name. The lists need not be sorted; repeated coordinates count as their sum.
using ReferenceOperands = std::map<std::string, const CoordinateList*>;

/// Computes every result of a program, slowly and in the plainest way: sums of products by nested
/// look-ups in hash tables of the stored entries, in time proportional to the multiply-adds, and
/// in the memory of the tables and the results. No blocks, no compiler, no storage formats.
///
/// `program` has passed check(), `sizes` holds every index variable, `result_types` the types asked
/// for of results (see statement_types).
/// Throws NotPossible at a limit; Error (bad_input): an operand without data, a list that does not
/// fit its access, an integer division by zero whose result is not annihilated (it names the
/// coordinates), a value that the type asked for cannot hold.
std::map<std::string, Reference> evaluate(const Program& program, const ReferenceOperands& operands,
                                          const IndexSizes& sizes,
                                          const ComponentTypes& result_types = {},
                                          const ReferenceLimits& limits = {});

}  // namespace fiberloom
