#pragma once

#include <string>
#include <vector>

#include "explore/sweep_spec.h"

namespace fiberloom {

/// A point of a sweep: a text for each axis.
struct SweepPoint {
  size_t number;  ///< from 1, among all points of the sweep
  std::vector<std::string> values;
};

/// All points of a sweep for which its conditions hold. The same file gives the same points, in the
/// same order: in a grid the last axis moves fastest. Throws Error (bad_input): conditions that do
/// not parse or that no point meets, more points than there can be.
std::vector<SweepPoint> make_points(const SweepSpec& spec);

/// The settings of a point: those of the file, and its axes over them.
std::vector<Setting> settings_of(const SweepSpec& spec, const SweepPoint& point);

}  // namespace fiberloom
