#include "explore/points.h"

#include <algorithm>

#include <fmt/format.h>

#include "explore/draws.h"
#include "report/condition.h"

namespace fiberloom {
namespace {

/// Where a part of a YAML text stands; for a text that is not written in one piece, its beginning.
Location locate_inside(const YamlNode& node, const std::string& text, size_t offset,
                       size_t length) {
  Location where = node.where();
  const size_t begin = where.text.find(text, static_cast<size_t>(std::max(where.column, 1) - 1));
  if (begin != std::string::npos) {
    where.column = static_cast<int>(begin + offset) + 1;
    where.length = static_cast<int>(std::max<size_t>(length, 1));
  }
  return where;
}

std::vector<Condition> read_conditions(const SweepSpec& spec) {
  std::vector<Condition> conditions;
  for (const YamlNode& node : spec.where) {
    const std::string text = node.as_string("a condition of 'where'");
    conditions.emplace_back(text, spec.axis_names(), [&](size_t offset, size_t length) {
      return locate_inside(node, text, offset, length);
    });
  }
  return conditions;
}

std::vector<AxisTexts> draw(const SweepSpec& spec, const Accepts& accepts) {
  switch (spec.sampling.kind) {
    case Sampling::Kind::random:
      return random_points(spec, accepts);
    case Sampling::Kind::latin:
      return latin_points(spec, accepts);
    case Sampling::Kind::grid:
      break;
  }
  return grid(spec, accepts);
}

}  // namespace

std::vector<SweepPoint> make_points(const SweepSpec& spec) {
  const std::vector<Condition> conditions = read_conditions(spec);
  std::vector<AxisTexts> drawn = draw(spec, [&](const AxisTexts& texts) {
    Condition::Row row;
    std::ranges::transform(texts, std::back_inserter(row), datum_from_text);
    return std::ranges::all_of(conditions,
                               [&](const Condition& condition) { return condition.holds(row); });
  });
  if (drawn.empty()) {
    throw spec.where.front().error("no point meets the conditions of 'where'");
  }
  std::vector<SweepPoint> points;
  for (AxisTexts& texts : drawn) {
    points.push_back({.number = points.size() + 1, .values = std::move(texts)});
  }
  return points;
}

std::vector<Setting> settings_of(const SweepSpec& spec, const SweepPoint& point) {
  std::vector<Setting> settings = spec.settings;
  for (size_t a = 0; a < spec.axes.size(); ++a) {
    const Axis& axis = spec.axes[a];
    override_setting(settings, {.name = axis.name,
                                .text = point.values[a],
                                .name_where = axis.where,
                                .where = axis.where});
  }
  return settings;
}

}  // namespace fiberloom
