#pragma once

#include <string>
#include <vector>

#include "loopnest/walk.h"

namespace fiberloom::test {

/// The one statement of a text, as parsed.
Statement statement_of(const std::string& text);

/// Formats of all tensors of a statement: `given` like "C:ds:1,0", the others compressed.
TensorFormats formats_of(const Statement& statement, const std::vector<std::string>& given);

}  // namespace fiberloom::test
