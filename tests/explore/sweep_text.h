#pragma once

#include <string>

#include "base/diagnostic.h"
#include "explore/points.h"

namespace fiberloom {

/// A sweep of this text, in the folder configs/sweeps.
SweepSpec sweep_of(const std::string& text);

/// The texts of all points.
std::vector<std::vector<std::string>> points_of(const std::string& text);

/// The error that reading the text, or making its points, gives; the test fails without one.
Error sweep_error(const std::string& text);

}  // namespace fiberloom
