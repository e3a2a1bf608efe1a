#include "tensor/values.h"

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostic.h"

namespace fiberloom {
namespace {

/// Whether `from` has a counterpart in To: the same number, or for a real its nearest.
template <class To, class From>
bool survives(From from) {
  if constexpr (std::is_floating_point_v<To>) {
    return !std::isfinite(static_cast<double>(from)) || std::isfinite(static_cast<To>(from));
  } else if constexpr (std::is_integral_v<From>) {
    return std::in_range<To>(from);
  } else {
    // The largest integer is not a real, the power of two above it is.
    const double limit = std::ldexp(1.0, std::numeric_limits<To>::digits);
    const auto value = static_cast<double>(from);
    return value >= -limit && value < limit && std::trunc(value) == value;
  }
}

template <class To, class From>
Values convert_vector(const std::vector<From>& from) {
  std::vector<To> to;
  to.reserve(from.size());
  for (const From value : from) {
    if (!survives<To>(value)) {
      throw bad_input(fmt::format("the value {} does not fit component type {}", value,
                                  name_of(component_type_of<To>())));
    }
    to.push_back(static_cast<To>(value));
  }
  return Values(std::move(to));
}

}  // namespace

Values convert(const Values& values, ComponentType type) {
  if (values.type() == type) {
    return values;
  }
  return with_component_type(type, [&](auto zero) {
    return values.visit([](const auto& from) { return convert_vector<decltype(zero)>(from); });
  });
}

}  // namespace fiberloom
