#pragma once

#include <string>
#include <vector>

#include "explore/sweep_spec.h"

namespace fiberloom {

/// JSON of all that the points of a sweep and their results depend on: the file's content, the
/// program's version, and of every file that it names the size and a hash of the first MiB.
std::string identity_of(const SweepSpec& spec, const YamlNode& file);

/// What differs between two of them, a line each: "axes.seed[1]: was 2, is 3".
std::vector<std::string> differences(const std::string& was, const std::string& is);

}  // namespace fiberloom
