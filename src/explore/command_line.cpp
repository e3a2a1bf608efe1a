#include "explore/command_line.h"

#include <algorithm>

#include <fmt/format.h>

namespace fiberloom {
namespace {

/// Recipes that start from another tensor come behind those that do not.
bool starts_from_another(const Setting& setting) {
  return setting.name.starts_with("generate.") && setting.text.find(",of=") != std::string::npos;
}

std::string text_of(const SweepSpec& spec, const Setting& setting) {
  const SettingKind& kind = kind_of(setting.name);
  const std::string text = kind.is_file ? spec.resolve(setting.text) : setting.text;
  return kind.separator.empty() ? text : rest_of_name(setting.name) + kind.separator + text;
}

void add(std::vector<std::string>& command, const SweepSpec& spec, const Setting& setting) {
  const SettingKind& kind = kind_of(setting.name);
  if (kind.flag.empty()) {
    command.insert(command.begin() + 1, text_of(spec, setting));
  } else if (!setting.text.empty()) {  // an empty schedule is none
    command.push_back(kind.flag);
    command.push_back(text_of(spec, setting));
  }
}

}  // namespace

std::vector<std::string> command_line(const SweepSpec& spec, const std::vector<Setting>& settings,
                                      Measure measure) {
  std::vector<std::string> command = {measure == Measure::simulation ? "run" : "kernel"};
  for (const bool last : {false, true}) {
    for (const Setting& setting : settings) {
      if (starts_from_another(setting) == last && kind_of(setting.name).serves(measure)) {
        add(command, spec, setting);
      }
    }
  }
  if (measure == Measure::kernel && spec.repeat) {
    command.insert(command.end(), {"--repeat", std::to_string(*spec.repeat)});
  }
  if (spec.check) {
    command.emplace_back("--check");
  }
  return command;
}

std::string shell_text(const std::vector<std::string>& command) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%";
  std::string out;
  for (const std::string& word : command) {
    out += out.empty() ? "" : " ";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      out += word;
      continue;
    }
    out += '\'';
    for (const char c : word) {
      out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    out += '\'';
  }
  return out;
}

}  // namespace fiberloom
