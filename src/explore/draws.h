#pragma once

#include <functional>
#include <string>
#include <vector>

#include "explore/sweep_spec.h"

namespace fiberloom {

using AxisTexts = std::vector<std::string>;
/// Whether the sweep's conditions hold for a point.
using Accepts = std::function<bool(const AxisTexts&)>;

/// Every combination of the dimensions' choices.
std::vector<AxisTexts> grid(const SweepSpec& spec, const Accepts& accepts);
/// Different points, each drawn on its own, until there are as many as asked for.
std::vector<AxisTexts> random_points(const SweepSpec& spec, const Accepts& accepts);
/// A latin hypercube: each dimension is cut into as many strata as there are points, and each
/// stratum is met once. What the conditions refuse is left out.
std::vector<AxisTexts> latin_points(const SweepSpec& spec, const Accepts& accepts);

/// Puts the value of a dimension at a fraction of it into a point.
void put_at(const SweepSpec& spec, const Dimension& dimension, double fraction, AxisTexts& point);
void put_choice(const SweepSpec& spec, const Dimension& dimension, size_t choice, AxisTexts& point);

}  // namespace fiberloom
