#pragma once

#include <string>
#include <string_view>

namespace fiberloom {

/// 128 bits (XXH3) of `content` in hexadecimal: the same on every machine and in every version, so
/// that it can name a file.
std::string content_hash(std::string_view content);

}  // namespace fiberloom
