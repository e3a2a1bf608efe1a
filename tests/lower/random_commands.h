#pragma once

#include <string>
#include <vector>

#include "einsum/choices.h"
#include "einsum/sizes.h"
#include "lower/compile.h"

namespace fiberloom::test {

/// Commands that are legal one after the other for a program of one statement, and how many were
/// refused on the way.
struct RandomSchedule {
  std::vector<std::string> commands{};
  size_t refused = 0;
};
RandomSchedule random_schedule(Choices& choices, const std::string& text,
                               const CompileOptions& options, const IndexSizes& sizes);

/// A product of two to five operands and numbers, some under functions or signs, in one statement.
std::string random_product(Choices& choices);

}  // namespace fiberloom::test
