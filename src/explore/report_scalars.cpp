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

}  // namespace

void collect_scalars(const nlohmann::json& report, const std::string& prefix, nlohmann::json& to) {
  for (const auto& item : report.items()) {
    if (std::ranges::find(kLeftOut, item.key()) != kLeftOut.end()) {
      continue;
    }
    const std::string path = prefix + item.key();
    if (holds_objects(item.value())) {
      collect_scalars(item.value(), path + ".", to);
    } else if (item.value().is_primitive() && !item.value().is_null()) {
      to[path] = item.value();
    }
  }
}

}  // namespace fiberloom
