#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fiberloom {

/// The type of a tensor's components, narrowest first: mixed operands compute in the widest.
enum class ComponentType { int32, int64, float32, float64 };

/// TACO's names: int32, int64, float, double.
std::string_view name_of(ComponentType type);
std::optional<ComponentType> component_type_named(std::string_view name);
std::vector<std::string> component_type_names();

/// The component type of a C++ type.
template <class T>
constexpr ComponentType component_type_of();
template <>
constexpr ComponentType component_type_of<int32_t>() {
  return ComponentType::int32;
}
template <>
constexpr ComponentType component_type_of<int64_t>() {
  return ComponentType::int64;
}
template <>
constexpr ComponentType component_type_of<float>() {
  return ComponentType::float32;
}
template <>
constexpr ComponentType component_type_of<double>() {
  return ComponentType::float64;
}

/// Calls `f` with a value-initialised object of the C++ type that `type` stands for.
template <class F>
decltype(auto) with_component_type(ComponentType type, F&& f) {
  switch (type) {
    case ComponentType::int32:
      return f(int32_t{});
    case ComponentType::int64:
      return f(int64_t{});
    case ComponentType::float32:
      return f(float{});
    case ComponentType::float64:
      break;
  }
  return f(double{});
}

}  // namespace fiberloom
