#pragma once

#include <optional>
#include <string>

#include "lower/compiled_run.h"

namespace fiberloom::test {

/// Whether all tensors have at most three modes, and are not too many to run.
bool fits_real_data(const Compiled& compiled);

/// What is wrong with the results on tensors of public collections (../shared/datasets/real): each
/// operand is another of them, small where the loops are many, cut to the sizes that they share.
std::optional<std::string> wrong_on_real_data(const Compiled& compiled);

}  // namespace fiberloom::test
