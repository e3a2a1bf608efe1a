#include "explore/sweep_spec.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "base/spelling.h"
#include "explore/read_axes.h"

namespace fiberloom {
namespace {

constexpr uint64_t kMostRepeats = 1'000'000;

/// The keys of the file that give one setting each, and `configs`.
void read_plain_settings(YamlMap& map, SweepSpec& spec) {
  const auto add = [&spec](const std::string& name, const YamlNode& node) {
    spec.settings.push_back({.name = name,
                             .text = node.as_string(name),
                             .name_where = node.where(),
                             .where = node.where()});
  };
  for (const char* name : {"graph", "expression", "seed", "threads", "max_cycles"}) {
    if (const auto node = map.find(name)) {
      add(name, *node);
    }
  }
  if (const auto configs = map.find("configs")) {
    for (const YamlNode& node : configs->as_sequence("configs")) {
      add("config", node);
    }
  }
  if (const auto node = map.find("schedule")) {
    if (!node->is_sequence()) {
      add("schedule", *node);
      return;
    }
    std::string joined;
    for (const YamlNode& command : node->as_sequence("schedule")) {
      joined += (joined.empty() ? "" : ",") + command.as_string("a schedule command");
    }
    spec.settings.push_back(
        {.name = "schedule", .text = joined, .name_where = node->where(), .where = node->where()});
  }
}

/// The keys of the file that give a setting to several names: inputs: {B: FILE}.
void read_named_settings(YamlMap& map, SweepSpec& spec) {
  for (const SettingKind& kind : setting_kinds()) {
    if (kind.list_key.empty()) {
      continue;
    }
    if (const auto node = map.find(kind.list_key)) {
      YamlMap names = node->as_map(kind.list_key);
      for (const auto& entry : names.entries()) {
        const std::string what = fmt::format("{} of {}", entry.key, kind.list_key);
        const bool of_the_machine = kind_of(entry.key).flag == kind.flag || !kind.name.empty();
        if (!of_the_machine) {
          throw entry.key_node.error(
              fmt::format("'set' is for keys of a config and graph.NAME, not for '{}'", entry.key));
        }
        spec.settings.push_back({.name = kind.name + entry.key,
                                 .text = entry.value.as_string(what),
                                 .name_where = entry.key_node.where(),
                                 .where = entry.value.where()});
      }
    }
  }
}

void read_measures(YamlMap& map, SweepSpec& spec) {
  constexpr std::array kNames = {std::pair{"simulation", Measure::simulation},
                                 std::pair{"kernel", Measure::kernel}};
  const auto node = map.find("measure");
  if (!node) {
    spec.measures = {Measure::simulation};
    return;
  }
  for (const YamlNode& item : node->as_sequence("measure")) {
    const std::string& word = item.as_string("a measure");
    const auto found = std::ranges::find(kNames, word, [](const auto& pair) { return pair.first; });
    if (found == kNames.end()) {
      throw item.error(fmt::format("there is no measure '{}'", word),
                       suggestion(word, {"simulation", "kernel"}, "measures"));
    }
    if (spec.measures_of(found->second)) {
      throw item.error(fmt::format("the measure '{}' stands twice", word));
    }
    spec.measures.push_back(found->second);
  }
  if (spec.measures.empty()) {
    throw node->error("nothing is measured", "measure: [simulation, kernel]");
  }
}

void read_repeat(YamlMap& map, SweepSpec& spec) {
  if (const auto node = map.find("repeat")) {
    spec.repeat = node->as_unsigned("repeat");
    if (*spec.repeat < 1 || *spec.repeat > kMostRepeats) {
      throw node->error(fmt::format("repeat must be from 1 to {}", kMostRepeats));
    }
    if (!spec.measures_of(Measure::kernel)) {
      throw node->error(
          "'repeat' has no effect: only the kernel is timed, a simulation always "
          "takes the same cycles",
          "measure: [kernel]");
    }
  }
}

/// A setting that no measure takes would do nothing.
void refuse_without_effect(const SweepSpec& spec, const std::string& name, const Location& where) {
  const SettingKind& kind = kind_of(name);
  if (std::ranges::none_of(spec.measures, [&](Measure m) { return kind.serves(m); })) {
    throw bad_input(fmt::format("'{}' has no effect on what is measured", name), where,
                    kind.simulation ? "measure: [simulation]" : "measure: [kernel]");
  }
}

using NamedPlace = std::pair<std::string, Location>;

/// The names of all settings, and where they stand. One that every point overrides would do
/// nothing.
std::vector<NamedPlace> setting_names(const SweepSpec& spec) {
  std::vector<NamedPlace> names;
  for (const Axis& axis : spec.axes) {
    names.emplace_back(axis.name, axis.where);
  }
  for (const Setting& setting : spec.settings) {
    if (std::ranges::find(spec.axes, setting.name, &Axis::name) != spec.axes.end() &&
        !kind_of(setting.name).repeats) {
      throw bad_input(fmt::format("'{}' has no effect: it is an axis too", setting.name),
                      setting.name_where);
    }
    names.emplace_back(setting.name, setting.name_where);
  }
  return names;
}

void check_settings(const SweepSpec& spec, const YamlNode& file) {
  const std::vector<NamedPlace> names = setting_names(spec);
  const auto has = [&](const std::string& name) {
    return std::ranges::find(names, name, &NamedPlace::first) != names.end();
  };
  const bool graph = has("graph");
  if (graph == has("expression")) {
    throw file.error(graph ? "a sweep has a 'graph' or an 'expression', not both"
                           : "a sweep needs the key 'graph' or 'expression'");
  }
  if (graph && spec.measures_of(Measure::kernel)) {
    throw file.error("a kernel is made of an expression, this sweep has a graph");
  }
  for (const auto& [name, where] : names) {
    refuse_without_effect(spec, name, where);
    const SettingKind& kind = kind_of(name);
    if (kind.has_names() && name.size() == kind.name.size()) {
      throw bad_input(fmt::format("'{}' needs a name behind the dot", name), where);
    }
    if (graph ? !kind.with_graph : !kind.with_expression) {
      throw bad_input(
          fmt::format("'{}' has no effect: {}", name,
                      graph ? "a graph has its loops" : "an expression has no parameters"),
          where);
    }
  }
}

}  // namespace

bool SweepSpec::measures_of(Measure measure) const {
  return std::ranges::find(measures, measure) != measures.end();
}

std::vector<std::string> SweepSpec::axis_names() const {
  std::vector<std::string> names;
  std::ranges::transform(axes, std::back_inserter(names), &Axis::name);
  return names;
}

std::string SweepSpec::resolve(const std::string& path) const {
  return (std::filesystem::path(file).parent_path() / path).lexically_normal().string();
}

bool is_sweep(const YamlNode& file) {
  if (!file.is_map()) {
    return false;
  }
  constexpr std::array kOwnKeys = {"axes", "list", "zip", "random", "latin", "measure", "where"};
  YamlMap map = file.as_map("a file");
  return std::ranges::any_of(kOwnKeys, [&](const char* key) { return map.find(key).has_value(); });
}

SweepSpec read_sweep(const YamlNode& node, const std::string& file) {
  YamlMap map = node.as_map("a sweep");
  SweepSpec spec{.file = file};
  read_measures(map, spec);
  read_repeat(map, spec);
  if (const auto check = map.find("check")) {
    spec.check = check->as_boolean("check");
  }
  read_plain_settings(map, spec);
  read_named_settings(map, spec);
  read_axes(map, spec);
  if (const auto where = map.find("where")) {
    spec.where = where->is_sequence() ? where->as_sequence("where") : std::vector{*where};
  }
  map.finish();
  check_settings(spec, node);
  return spec;
}

}  // namespace fiberloom
