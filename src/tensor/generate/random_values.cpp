#include "tensor/generate/random_values.h"

#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "tensor/read/number.h"

namespace fiberloom {
namespace {

constexpr const char* kHint = "ones, uniform, LOW..HIGH (whole numbers), or a number";

struct Range {
  int64_t low = 0;
  int64_t high = 0;
};

/// LOW..HIGH with LOW <= HIGH.
std::optional<Range> parse_range(std::string_view text) {
  const size_t dots = text.find("..");
  Range range;
  if (dots == std::string_view::npos ||
      !parse_value(text.substr(0, dots), ValueSpelling::integer, range.low) ||
      !parse_value(text.substr(dots + 2), ValueSpelling::integer, range.high) ||
      range.low > range.high) {
    return std::nullopt;
  }
  return range;
}

template <class T>
std::vector<T> integers(const Recipe& recipe, size_t count, Range range, Random& random) {
  if constexpr (std::is_integral_v<T>) {
    if (!std::in_range<T>(range.low) || !std::in_range<T>(range.high)) {
      throw recipe.error("values", "the values do not fit the component type");
    }
  }
  const uint64_t span = static_cast<uint64_t>(range.high) - static_cast<uint64_t>(range.low) + 1;
  std::vector<T> values(count);
  for (T& value : values) {
    const uint64_t step = span == 0 ? random.next() : random.below(span);
    value = static_cast<T>(static_cast<int64_t>(static_cast<uint64_t>(range.low) + step));
  }
  return values;
}

template <class T>
std::vector<T> make_values(const Recipe& recipe, size_t count, Random& random) {
  const std::string text = recipe.text("values");
  if (const auto range = parse_range(text)) {
    return integers<T>(recipe, count, *range, random);
  }
  if (text == "uniform") {
    if constexpr (std::is_integral_v<T>) {
      throw recipe.error("values", "uniform values are fractions, the component type is an integer",
                         "for example values=1..9");
    }
    std::vector<T> values(count);
    for (T& value : values) {
      value = static_cast<T>(random.real());
    }
    return values;
  }
  T value{1};
  if (text != "ones" && !parse_value(text, ValueSpelling::real, value)) {
    throw recipe.error("values", fmt::format("'{}' says no values of the component type", text),
                       kHint);
  }
  return std::vector<T>(count, value);
}

}  // namespace

Values random_values(const Recipe& recipe, size_t count, ComponentType type, Random& random) {
  return with_component_type(
      type, [&](auto zero) { return Values(make_values<decltype(zero)>(recipe, count, random)); });
}

}  // namespace fiberloom
