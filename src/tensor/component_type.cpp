#include "tensor/component_type.h"

#include <array>

namespace fiberloom {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"int32", "int64", "float", "double"};

}  // namespace

std::string_view name_of(ComponentType type) { return kNames[static_cast<size_t>(type)]; }

std::optional<ComponentType> component_type_named(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) {
      return static_cast<ComponentType>(i);
    }
  }
  return std::nullopt;
}

std::vector<std::string> component_type_names() { return {kNames.begin(), kNames.end()}; }

}  // namespace fiberloom
