#pragma once

#include <string>
#include <vector>

namespace fiberloom {

/// The text without the statements that only write one of `names`, where nothing reads it. Whether
/// something will be read is not known when it is written.
std::string without_unread(std::string text, const std::vector<std::string>& names);

}  // namespace fiberloom
