#include "cli/sweep_check.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/spelling.h"
#include "cli/command.h"
#include "einsum/checker.h"
#include "einsum/parser.h"
#include "explore/points.h"
#include "loopnest/schedule/command.h"
#include "samgraph/import/load_graph.h"
#include "sim/config.h"
#include "tensor/component_type.h"
#include "tensor/generate/recipe.h"
#include "tensor/tensor_format.h"

namespace fiberloom {
namespace {

/// What the graphs or expressions of a sweep know by name.
struct KnownNames {
  std::set<std::string> tensors;
  std::set<std::string> indices;
  std::map<std::string, std::string> parameters;
};

using CheckText = std::function<void(const SweepSpec&, const std::string& text)>;

void check_count(const std::string& text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, fault] = std::from_chars(text.data(), end, value);
  if (text.empty() || fault != std::errc{} || stopped != end) {
    throw bad_input(fmt::format("'{}' is no whole number from 0", text));
  }
}

void check_input(const SweepSpec& spec, const std::string& text) {
  const std::string path = spec.resolve(text);
  if (!std::filesystem::exists(path)) {
    throw bad_input(fmt::format("there is no file '{}'", path), {},
                    "paths are relative to the sweep's file");
  }
}

void check_type(const std::string& text) {
  if (!component_type_named(text)) {
    throw bad_input(fmt::format("there is no component type '{}'", text), {},
                    suggestion(text, component_type_names(), "types"));
  }
}

/// How the text of a setting is checked, by the name of its kind.
const std::map<std::string, CheckText>& text_checks() {
  const auto count = [](const SweepSpec&, const std::string& text) { check_count(text); };
  static const std::map<std::string, CheckText> kAll = {
      {"seed", count},
      {"threads", count},
      {"max_cycles", count},
      {"size.", count},
      {"input.", check_input},
      {"config",
       [](const SweepSpec& spec, const std::string& text) {
         MachineConfig().merge(YamlNode::load(spec.resolve(text)));
       }},
      {"schedule",
       [](const SweepSpec&, const std::string& text) {
         if (!text.empty()) {
           parse_commands({text});
         }
       }},
      {"generate.", [](const SweepSpec&, const std::string& text) { const Recipe recipe(text); }},
      {"format.", [](const SweepSpec&, const std::string& text) { parse_tensor_format(text); }},
      {"type.", [](const SweepSpec&, const std::string& text) { check_type(text); }},
  };
  return kAll;
}

/// Runs `check`; a fault in a text of the sweep is a fault at its place.
template <class F>
void at(const Location& where, F check) {
  try {
    check();
  } catch (const Error& fault) {
    const bool elsewhere = fault.where().known() && fault.where().line > 0 &&
                           std::filesystem::exists(fault.where().file);
    throw elsewhere ? fault : bad_input(fault.message(), where, fault.hint());
  }
}

class SweepCheck {
 public:
  explicit SweepCheck(const SweepSpec& spec) : spec_(spec) {}

  void run() {
    if (spec_.measures_of(Measure::kernel) && Commands::find("kernel") == nullptr) {
      throw bad_input("this program has no command 'kernel' to measure with");
    }
    each("graph.", [this](const Setting& setting) {
      names_.parameters[setting.name.substr(std::string("graph.").size())] = setting.text;
    });
    each("graph", [this](const Setting& setting) { read_graph(setting); });
    each("expression", [this](const Setting& setting) { read_expression(setting); });
    for (const auto& kind : setting_kinds()) {
      each(kind.name, [&](const Setting& setting) { check_text(kind, setting); });
    }
    check_recipes();
  }

 private:
  /// Every text that some point has for the settings of a kind.
  void each(const std::string& kind, const std::function<void(const Setting&)>& check) const {
    const auto is_of = [&](const std::string& name) { return kind_of(name).name == kind; };
    for (const Setting& setting : spec_.settings) {
      if (is_of(setting.name)) {
        check(setting);
      }
    }
    for (const Axis& axis : spec_.axes) {
      if (!is_of(axis.name)) {
        continue;
      }
      for (const Axis::Value& value : axis.values) {
        check({axis.name, value.text, axis.where, value.where});
      }
      if (axis.range) {
        check({axis.name, axis.range->at(0), axis.where, axis.where});
      }
    }
  }

  void read_graph(const Setting& setting) {
    at(setting.where, [&] {
      const Graph graph = load_graph(spec_.resolve(setting.text), names_.parameters);
      for (const auto& [name, tensor] : graph.tensors) {
        names_.tensors.insert(tensor.of.empty() ? name : tensor.of);
        names_.tensors.insert(name);
      }
      add_expression(graph.expression);
    });
  }

  void read_expression(const Setting& setting) {
    at(setting.where, [&] { add_expression(setting.text); });
  }

  void add_expression(const std::string& text) {
    if (text.empty()) {
      return;
    }
    const Program program = parse_program(text);
    check(program);
    for (const TensorUse& use : tensors(program)) {
      names_.tensors.insert(use.name);
    }
    for (const Statement& statement : program) {
      const IndexVariables used = variables(statement);
      names_.indices.insert(used.begin(), used.end());
    }
  }

  void check_text(const SettingKind& kind, const Setting& setting) const {
    if (kind.name.empty()) {
      at(setting.name_where, [&] { check_key(setting); });
      return;
    }
    if (kind.separator == ":" && kind.name != "size.") {
      check_tensor(kind, setting);
    }
    const bool parameter =
        setting.name.starts_with("generate.") && !rest_of_recipe(setting).empty();
    const auto found = text_checks().find(kind.name);
    if (found != text_checks().end() && !parameter) {
      at(setting.where, [&] { found->second(spec_, setting.text); });
    }
  }

  /// DENSITY of generate.B.DENSITY.
  static std::string rest_of_recipe(const Setting& setting) {
    const std::string rest = rest_of_name(setting.name);
    return rest.substr(std::min(rest.find('.'), rest.size()));
  }

  void check_key(const Setting& setting) const {
    std::vector<std::string> words;
    for (const SettingKind& kind : setting_kinds()) {
      words.push_back(kind.has_names() ? kind.name + "NAME" : kind.name);
    }
    try {
      MachineConfig().set(setting.name + "=" + setting.text);
    } catch (const Error& fault) {
      if (setting.name.find('.') != std::string::npos || setting.name == "clock_hz") {
        throw;
      }
      throw bad_input(fmt::format("there is nothing to set by the name '{}'", setting.name), {},
                      suggestion(setting.name, words, "names"));
    }
  }

  void check_tensor(const SettingKind& kind, const Setting& setting) const {
    const std::string rest = setting.name.substr(kind.name.size());
    const std::string tensor = rest.substr(0, rest.find('.'));
    if (!names_.tensors.contains(tensor)) {
      throw bad_input(
          fmt::format("there is no tensor '{}'", tensor), setting.name_where,
          suggestion(tensor, {names_.tensors.begin(), names_.tensors.end()}, "tensors"));
    }
  }

  /// Recipes with the parameters of axes in them, as the first choice of every axis has them.
  void check_recipes() const {
    SweepPoint point{.number = 1, .values = {}};
    for (const Axis& axis : spec_.axes) {
      point.values.push_back(axis.range ? axis.range->at(0) : axis.values[0].text);
    }
    for (const Setting& setting : settings_of(spec_, point)) {
      if (setting.name.starts_with("generate.")) {
        at(setting.where, [&] { const Recipe recipe(setting.text); });
      }
    }
  }

  const SweepSpec& spec_;
  KnownNames names_;
};

}  // namespace

void check_sweep(const SweepSpec& spec) { SweepCheck(spec).run(); }

}  // namespace fiberloom
