#pragma once

#include <string>

namespace fiberloom {

/// The whole of a text file. Throws Error: a missing, unreadable or non-regular file.
std::string read_text_file(const std::string& path);

/// Replaces `path` by `text` in one step (a temporary file beside it, then a rename), so that a
/// crash leaves the old file or the new one. Throws Error with code environment.
void write_text_file(const std::string& path, const std::string& text);

}  // namespace fiberloom
