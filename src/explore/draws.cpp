#include "explore/draws.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "explore/fraction.h"

namespace fiberloom {
namespace {

constexpr size_t kMostCombinations = 10'000'000;
/// Draws for a point before it counts as sure that there are no more.
constexpr size_t kMostTries = 10'000;

/// Each number below `count` once, in random order (Fisher and Yates).
std::vector<size_t> shuffled(size_t count, Fractions& fractions) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  for (size_t left = count; left > 1; --left) {
    std::swap(order[left - 1], order[fractions.below(left)]);
  }
  return order;
}

}  // namespace

void put_choice(const SweepSpec& spec, const Dimension& dimension, size_t choice,
                AxisTexts& point) {
  for (const size_t axis : dimension.axes) {
    point[axis] = spec.axes[axis].values[choice].text;
  }
}

void put_at(const SweepSpec& spec, const Dimension& dimension, double fraction, AxisTexts& point) {
  if (const auto& range = spec.axes[dimension.axes[0]].range) {
    point[dimension.axes[0]] = range->at(fraction);
  } else {
    const auto choice = static_cast<size_t>(fraction * static_cast<double>(dimension.choices));
    put_choice(spec, dimension, std::min(choice, dimension.choices - 1), point);
  }
}

std::vector<AxisTexts> grid(const SweepSpec& spec, const Accepts& accepts) {
  size_t combinations = 1;
  for (const Dimension& dimension : spec.dimensions) {
    if (dimension.choices > kMostCombinations / combinations) {
      throw bad_input(fmt::format("the grid has more than {} points", kMostCombinations),
                      spec.axes[dimension.axes[0]].where, "draw some: random: {points: 1000}");
    }
    combinations *= dimension.choices;
  }
  std::vector<AxisTexts> points;
  AxisTexts point(spec.axes.size());
  for (size_t number = 0; number < combinations; ++number) {
    size_t rest = number;
    for (size_t d = spec.dimensions.size(); d-- > 0;) {
      put_choice(spec, spec.dimensions[d], rest % spec.dimensions[d].choices, point);
      rest /= spec.dimensions[d].choices;
    }
    if (accepts(point)) {
      points.push_back(point);
    }
  }
  return points;
}

std::vector<AxisTexts> random_points(const SweepSpec& spec, const Accepts& accepts) {
  Fractions fractions(spec.sampling.seed);
  std::vector<AxisTexts> points;
  std::set<AxisTexts> seen;
  size_t tries = 0;
  while (points.size() < spec.sampling.points) {
    AxisTexts point(spec.axes.size());
    for (const Dimension& dimension : spec.dimensions) {
      put_at(spec, dimension, fractions.next(), point);
    }
    if (accepts(point) && seen.insert(point).second) {
      points.push_back(std::move(point));
      tries = 0;
    } else if (++tries > kMostTries) {
      throw bad_input(fmt::format("after {} different points no more were found, of {} asked for",
                                  points.size(), spec.sampling.points),
                      spec.sampling.where, "widen the ranges or the conditions of 'where'");
    }
  }
  return points;
}

std::vector<AxisTexts> latin_points(const SweepSpec& spec, const Accepts& accepts) {
  Fractions fractions(spec.sampling.seed);
  const size_t count = spec.sampling.points;
  std::vector<AxisTexts> points(count, AxisTexts(spec.axes.size()));
  for (const Dimension& dimension : spec.dimensions) {
    const std::vector<size_t> strata = shuffled(count, fractions);
    for (size_t p = 0; p < count; ++p) {
      const double fraction =
          (static_cast<double>(strata[p]) + fractions.next()) / static_cast<double>(count);
      put_at(spec, dimension, fraction, points[p]);
    }
  }
  std::erase_if(points, [&](const AxisTexts& point) { return !accepts(point); });
  return points;
}

}  // namespace fiberloom
