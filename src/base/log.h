#pragma once

#include <spdlog/spdlog.h>

namespace fiberloom {

/// Sends spdlog's default logger to stderr: stdout carries results only.
/// Colour is used on a terminal and when NO_COLOR is unset.
void set_up_logging(bool verbose);

}  // namespace fiberloom
