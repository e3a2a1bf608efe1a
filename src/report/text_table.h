#pragma once

#include <string>
#include <vector>

namespace fiberloom {

/// A table of text columns, padded; numbers (as the second row shows) to the right.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace fiberloom
