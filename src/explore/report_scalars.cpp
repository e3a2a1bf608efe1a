#include "explore/report_scalars.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fiberloom {
namespace {

/// `graph`, `expression` and `status` say what the point's own columns say.
constexpr std::array<std::string_view, 10> kLeftOut = {
    "config", "blocks",  "channels",   "schema", "version",
    "status", "message", "expression", "graph",  "deadlock"};

bool holds_objects(const nlohmann::json& value) {
  return value.is_object() || (value.is_array() && !value.empty() && value[0].is_object());
}

void collect_all(const nlohmann::json& value, const std::string& path, nlohmann::json& to) {
  if (holds_objects(value)) {
    for (const auto& item : value.items()) {
      collect_all(item.value(), path + "." + item.key(), to);
    }
  } else if (value.is_primitive() && !value.is_null()) {
    to[path] = value;
  }
}

}  // namespace

void collect_scalars(const nlohmann::json& report, const std::string& prefix, nlohmann::json& to) {
  for (const auto& item : report.items()) {
    if (item.key() == "stages") {  // the statements of an expression, a report each
      for (const auto& stage : item.value().items()) {
        collect_scalars(stage.value(), prefix + "stages." + stage.key() + ".", to);
      }
    } else if (std::ranges::find(kLeftOut, item.key()) == kLeftOut.end()) {
      collect_all(item.value(), prefix + item.key(), to);
    }
  }
}

}  // namespace fiberloom
