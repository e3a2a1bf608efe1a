#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace fiberloom {

/// One thing that is set for a point, by the sweep's file or by an axis: `input.B`, `fifo.depth`.
struct Setting {
  std::string name;
  std::string text;
  Location name_where{};
  Location where{};
};

/// What is measured of a point: a command of the program each.
enum class Measure { simulation, kernel };

/// A family of settings and how a command line takes it. What belongs to no other family is a key
/// of the machine's config.
struct SettingKind {
  std::string name;         ///< the setting's whole name, or its prefix up to the dot
  std::string flag{};       ///< empty: the command's first argument
  std::string separator{};  ///< between the rest of the name and the text; empty: the text alone
  bool is_file = false;     ///< the text is a path, relative to the sweep's file
  bool simulation = true;   ///< whether the simulation takes it
  bool kernel = true;       ///< whether the kernel takes it
  bool with_graph = true;   ///< whether it goes with a graph
  bool with_expression = true;
  bool repeats = false;    ///< several are given together, none replaces another
  std::string list_key{};  ///< the key of the sweep's file that gives several: {NAME: TEXT}

  bool has_names() const { return name.ends_with('.'); }
  bool serves(Measure measure) const {
    return measure == Measure::simulation ? simulation : kernel;
  }
};

const std::vector<SettingKind>& setting_kinds();
const SettingKind& kind_of(const std::string& setting);
/// The name without the family's prefix: B of input.B.
std::string rest_of_name(const std::string& setting);

/// Puts `over` over `settings`: it replaces the setting of its name, or is added. A parameter of a
/// recipe, generate.B.density, goes into the recipe. Throws Error: there is no such recipe.
void override_setting(std::vector<Setting>& settings, const Setting& over);

}  // namespace fiberloom
