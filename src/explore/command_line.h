#pragma once

#include <string>
#include <vector>

#include "explore/points.h"

namespace fiberloom {

/// The arguments of the program that measure a point.
std::vector<std::string> command_line(const SweepSpec& spec, const std::vector<Setting>& settings,
                                      Measure measure);

/// A command as one would type it in a shell.
std::string shell_text(const std::vector<std::string>& command);

}  // namespace fiberloom
