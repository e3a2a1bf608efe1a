#pragma once

#include <string>

namespace fiberloom {

/// The extension of a tensor file in lower case with its dot, without a .gz behind it.
std::string tensor_extension(const std::string& path);

/// Whether a file's name says that it is gzipped.
bool is_gzip_name(const std::string& path);

/// The name of the file beside the tensor file `path` that gives its exact sizes.
std::string shape_file_of(const std::string& path);

}  // namespace fiberloom
