#pragma once

#include <string>
#include <vector>

#include "einsum/statement.h"

namespace fiberloom {

/// Throws Error (bad_input), pointing into the text: one name with two orders, a variable repeated
/// on the left, a reduction over a variable that the left side or a reduction around it has, an
/// index variable as the operand of a function.
void check(const Program& program);

/// Throws Error at the first operand that is neither in `given` nor a result of an earlier
/// statement. A result that is only accumulated into needs no data: it starts empty.
void check_operands(const Program& program, const std::vector<std::string>& given);

}  // namespace fiberloom
