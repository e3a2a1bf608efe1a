#include "explore/setting.h"

#include <algorithm>

#include <fmt/format.h>

namespace fiberloom {
namespace {

constexpr std::string_view kRecipe = "generate.";

/// A parameter in a recipe's text, `NAME,PARAMETER=VALUE,...`: replaced or appended.
std::string with_parameter(const std::string& recipe, const std::string& parameter,
                           const std::string& value) {
  std::string made;
  bool replaced = false;
  for (size_t begin = 0; begin <= recipe.size();) {
    const size_t end = std::min(recipe.find(',', begin), recipe.size());
    const std::string item = recipe.substr(begin, end - begin);
    const bool same = item.starts_with(parameter + "=");
    made += (begin == 0 ? "" : ",") + (same ? parameter + "=" + value : item);
    replaced |= same;
    begin = end + 1;
  }
  return replaced ? made : fmt::format("{},{}={}", made, parameter, value);
}

/// The end of the tensor's name in generate.B.density; npos for generate.B.
size_t parameter_dot(const std::string& name) {
  return name.starts_with(kRecipe) ? name.find('.', kRecipe.size()) : std::string::npos;
}

}  // namespace

const std::vector<SettingKind>& setting_kinds() {
  static const std::vector<SettingKind> kAll = {
      {.name = "graph", .is_file = true, .kernel = false},
      {.name = "expression"},
      {.name = "config", .flag = "-c", .is_file = true, .kernel = false, .repeats = true},
      {.name = "schedule", .flag = "-s", .with_graph = false},
      {.name = "seed", .flag = "--seed"},
      {.name = "threads", .flag = "--threads", .simulation = false},
      {.name = "max_cycles", .flag = "--max-cycles", .kernel = false},
      {.name = "input.", .flag = "-i", .separator = ":", .is_file = true, .list_key = "inputs"},
      {.name = "generate.", .flag = "-g", .separator = ":", .list_key = "generate"},
      {.name = "format.", .flag = "-f", .separator = ":", .list_key = "formats"},
      {.name = "type.", .flag = "-t", .separator = ":", .list_key = "types"},
      {.name = "size.", .flag = "-d", .separator = ":", .list_key = "sizes"},
      {.name = "graph.",
       .flag = "--set",
       .separator = "=",
       .kernel = false,
       .with_expression = false},
      {.name = "", .flag = "--set", .separator = "=", .kernel = false, .list_key = "set"},
  };
  return kAll;
}

const SettingKind& kind_of(const std::string& setting) {
  return *std::ranges::find_if(setting_kinds(), [&](const SettingKind& kind) {
    return kind.name.empty() ||
           (kind.has_names() ? setting.starts_with(kind.name) : setting == kind.name);
  });
}

std::string rest_of_name(const std::string& setting) {
  const SettingKind& kind = kind_of(setting);
  // The program itself knows graph parameters by their whole name.
  return kind.has_names() && kind.name != "graph." ? setting.substr(kind.name.size()) : setting;
}

void override_setting(std::vector<Setting>& settings, const Setting& over) {
  const size_t dot = parameter_dot(over.name);
  const std::string name = over.name.substr(0, dot);
  const auto found = std::ranges::find(settings, name, &Setting::name);
  if (dot != std::string::npos) {
    if (found == settings.end()) {
      throw bad_input(
          fmt::format("'{}' needs a recipe for {}", over.name, name.substr(kRecipe.size())),
          over.name_where, "give it under 'generate', or as an axis before this one");
    }
    found->text = with_parameter(found->text, over.name.substr(dot + 1), over.text);
    found->where = over.where;
  } else if (found == settings.end() || kind_of(name).repeats) {
    settings.push_back(over);
  } else {
    *found = over;
  }
}

}  // namespace fiberloom
