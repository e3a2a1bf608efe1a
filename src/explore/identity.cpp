#include "explore/identity.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <xxhash.h>

namespace fiberloom {

using nlohmann::json;

namespace {

constexpr size_t kHashed = size_t{1} << 20;

std::string fingerprint(const std::string& path) {
  std::error_code fault;
  const auto size = std::filesystem::file_size(path, fault);
  if (fault) {
    return "no file";  // a folder of level arrays, or missing: its points will say so
  }
  std::string text(std::min<size_t>(size, kHashed), '\0');
  std::ifstream(path, std::ios::binary)
      .read(text.data(), static_cast<std::streamsize>(text.size()));
  return fmt::format("{} bytes, hash {:016x}", size, XXH3_64bits(text.data(), text.size()));
}

json to_json(const YamlNode& node) {
  if (node.is_scalar()) {
    return node.as_string("");
  }
  json made;
  if (node.is_sequence()) {
    made = json::array();
    for (const YamlNode& item : node.as_sequence("")) {
      made.push_back(to_json(item));
    }
  } else if (node.is_map()) {
    YamlMap map = node.as_map("");
    for (const auto& entry : map.entries()) {
      made[entry.key] = to_json(entry.value);
    }
  }
  return made;
}

void add_file(json& files, const SweepSpec& spec, const std::string& setting,
              const std::string& text) {
  if (kind_of(setting).is_file) {
    files[text] = fingerprint(spec.resolve(text));
  }
}

/// A JSON pointer, /axes/seed/1, as a person writes it.
std::string path_text(const std::string& pointer) {
  std::string out;
  for (size_t begin = 1; begin <= pointer.size();) {
    const size_t end = std::min(pointer.find('/', begin), pointer.size());
    const std::string item = pointer.substr(begin, end - begin);
    const bool number = item.find_first_not_of("0123456789") == std::string::npos;
    out += number ? "[" + item + "]" : (out.empty() ? "" : ".") + item;
    begin = end + 1;
  }
  return out;
}

}  // namespace

std::string identity_of(const SweepSpec& spec, const YamlNode& file) {
  json files = json::object();
  for (const Setting& setting : spec.settings) {
    add_file(files, spec, setting.name, setting.text);
  }
  for (const Axis& axis : spec.axes) {
    for (const Axis::Value& value : axis.values) {
      add_file(files, spec, axis.name, value.text);
    }
  }
  json made = to_json(file);
  made["order of axes"] = spec.axis_names();
  made["files"] = std::move(files);
  made["version"] = FIBERLOOM_VERSION;
  return made.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<std::string> differences(const std::string& was, const std::string& is) {
  const json before = json::parse(was);
  const json after = json::parse(is);
  std::vector<std::string> lines;
  for (const json& step : json::diff(before, after)) {
    const std::string pointer = step["path"];
    const std::string path = path_text(pointer);
    const auto value = [&](const json& from) {
      return from.at(json::json_pointer(pointer)).dump();
    };
    const std::string kind = step["op"];
    if (kind == "remove") {
      lines.push_back(fmt::format("{}: was {}, is gone", path, value(before)));
    } else if (kind == "add") {
      lines.push_back(fmt::format("{}: new, {}", path, step["value"].dump()));
    } else {
      lines.push_back(fmt::format("{}: was {}, is {}", path, value(before), value(after)));
    }
  }
  return lines;
}

}  // namespace fiberloom
