#include "explore/read_axes.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/spelling.h"

namespace fiberloom {
namespace {

constexpr size_t kMostValues = 1'000'000;

Axis read_axis(const YamlMap::Entry& entry) {
  Axis axis{.name = entry.key, .where = entry.key_node.where()};
  if (entry.value.is_map()) {
    axis.range = read_range(entry.value);
    return axis;
  }
  for (const YamlNode& value : entry.value.as_sequence(fmt::format("the axis '{}'", entry.key))) {
    axis.values.push_back({value.as_string("a value of an axis"), value.where()});
  }
  if (axis.values.empty() || axis.values.size() > kMostValues) {
    throw entry.value.error(
        fmt::format("an axis has from 1 to {} values, not {}", kMostValues, axis.values.size()));
  }
  return axis;
}

void add_axis(SweepSpec& spec, Axis axis, const YamlNode& at) {
  if (std::ranges::find(spec.axes, axis.name, &Axis::name) != spec.axes.end()) {
    throw at.error(fmt::format("the axis '{}' is given twice", axis.name));
  }
  spec.axes.push_back(std::move(axis));
}

/// The first two equal choices of a dimension would be one point measured twice.
void refuse_equal_choices(const SweepSpec& spec, const Dimension& dimension) {
  std::set<std::vector<std::string>> seen;
  for (size_t k = 0; k < dimension.choices; ++k) {
    std::vector<std::string> texts;
    for (const size_t axis : dimension.axes) {
      texts.push_back(spec.axes[axis].values[k].text);
    }
    if (!seen.insert(texts).second) {
      const Axis& first = spec.axes[dimension.axes[0]];
      throw bad_input(fmt::format("'{}' stands twice in this axis", first.values[k].text),
                      first.values[k].where);
    }
  }
}

size_t axis_named(const SweepSpec& spec, const YamlNode& name) {
  const std::string& text = name.as_string("an axis of 'zip'");
  const auto found = std::ranges::find(spec.axes, text, &Axis::name);
  if (found == spec.axes.end()) {
    throw name.error(fmt::format("there is no axis '{}'", text),
                     suggestion(text, spec.axis_names(), "axes"));
  }
  return static_cast<size_t>(found - spec.axes.begin());
}

/// Reads a group of `zip`; its axes leave `alone`.
Dimension read_zip(const YamlNode& group, const SweepSpec& spec, std::set<size_t>& alone) {
  Dimension dimension;
  for (const YamlNode& name : group.as_sequence("a group of 'zip'")) {
    const size_t axis = axis_named(spec, name);
    const Axis& added = spec.axes[axis];
    if (alone.erase(axis) == 0) {
      throw name.error(fmt::format("the axis '{}' is zipped twice", added.name));
    }
    if (added.range) {
      throw name.error(fmt::format("the axis '{}' is a range, which cannot be zipped", added.name));
    }
    if (!dimension.axes.empty() && added.values.size() != dimension.choices) {
      throw name.error(
          fmt::format("'{}' has {} values, '{}' has {}", added.name, added.values.size(),
                      spec.axes[dimension.axes[0]].name, dimension.choices),
          "zipped axes have equally many");
    }
    dimension.choices = added.values.size();
    dimension.axes.push_back(axis);
  }
  if (dimension.axes.size() < 2) {
    throw group.error("a group of 'zip' names at least two axes");
  }
  return dimension;
}

/// Each item of `list` names the same axes.
void read_list(const YamlNode& list, SweepSpec& spec) {
  Dimension dimension;
  const size_t begin = spec.axes.size();
  for (const YamlNode& item : list.as_sequence("list")) {
    YamlMap point = item.as_map("a point of 'list'");
    const auto& entries = point.entries();
    for (const auto& entry : entries) {
      if (dimension.choices == 0) {
        dimension.axes.push_back(spec.axes.size());
        add_axis(spec, {.name = entry.key, .where = entry.key_node.where()}, entry.key_node);
      }
      const auto axis =
          std::find_if(spec.axes.begin() + static_cast<std::ptrdiff_t>(begin), spec.axes.end(),
                       [&](const Axis& other) { return other.name == entry.key; });
      if (axis == spec.axes.end()) {
        throw entry.key_node.error(fmt::format("the first point of 'list' has no '{}'", entry.key),
                                   "all name the same");
      }
      axis->values.push_back({entry.value.as_string(entry.key), entry.value.where()});
    }
    if (entries.empty() || entries.size() != spec.axes.size() - begin) {
      throw item.error("every point of 'list' names the same axes");
    }
    ++dimension.choices;
  }
  if (dimension.choices == 0) {
    throw list.error("'list' has no points");
  }
  spec.dimensions.push_back(std::move(dimension));
}

void read_sampling(YamlMap& map, SweepSpec& spec) {
  for (const auto& [key, kind] :
       {std::pair{"random", Sampling::Kind::random}, std::pair{"latin", Sampling::Kind::latin}}) {
    const auto node = map.find(key);
    if (!node) {
      continue;
    }
    if (spec.sampling.kind != Sampling::Kind::grid) {
      throw node->error("points are drawn by 'random' or by 'latin', not by both");
    }
    YamlMap keys = node->as_map(key);
    const YamlNode points = keys.require("points");
    spec.sampling = {.kind = kind, .points = points.as_unsigned("points"), .where = node->where()};
    if (spec.sampling.points < 1 || spec.sampling.points > kMostValues) {
      throw points.error(fmt::format("points must be from 1 to {}", kMostValues));
    }
    if (const auto seed = keys.find("seed")) {
      spec.sampling.seed = seed->as_unsigned("seed");
    }
    keys.finish();
  }
}

void check_dimensions(const SweepSpec& spec) {
  for (const Dimension& dimension : spec.dimensions) {
    refuse_equal_choices(spec, dimension);
    const Axis& axis = spec.axes[dimension.axes[0]];
    if (axis.range && spec.sampling.kind == Sampling::Kind::grid) {
      throw bad_input(fmt::format("the axis '{}' is a range, which a grid cannot walk", axis.name),
                      axis.where, "list its values, or draw points: random: {points: 20}");
    }
  }
}

}  // namespace

void read_axes(YamlMap& map, SweepSpec& spec) {
  if (const auto node = map.find("axes")) {
    YamlMap axes = node->as_map("axes");
    for (const auto& entry : axes.entries()) {
      add_axis(spec, read_axis(entry), entry.key_node);
    }
  }
  std::set<size_t> alone;
  for (size_t axis = 0; axis < spec.axes.size(); ++axis) {
    alone.insert(axis);
  }
  std::vector<Dimension> zipped;
  if (const auto zip = map.find("zip")) {
    for (const YamlNode& group : zip->as_sequence("zip")) {
      zipped.push_back(read_zip(group, spec, alone));
    }
  }
  // A dimension stands where its first axis does.
  for (size_t axis = 0; axis < spec.axes.size(); ++axis) {
    if (alone.contains(axis)) {
      spec.dimensions.push_back({.axes = {axis}, .choices = spec.axes[axis].values.size()});
    }
    for (const Dimension& group : zipped) {
      if (std::ranges::min(group.axes) == axis) {
        spec.dimensions.push_back(group);
      }
    }
  }
  if (const auto list = map.find("list")) {
    read_list(*list, spec);
  }
  read_sampling(map, spec);
  if (spec.axes.empty()) {
    throw map.node().error("a sweep needs 'axes', or a 'list' of points");
  }
  check_dimensions(spec);
}

}  // namespace fiberloom
