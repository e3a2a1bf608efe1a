#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fiberloom {

/// The sizes in the text file `path`, separated by blanks or line ends; # starts a comment line.
/// Throws Error (bad_input).
std::vector<uint64_t> read_shape_file(const std::string& path);

}  // namespace fiberloom
