#include "report/datum.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fiberloom {
namespace {

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  T value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

/// Rank of what a cell holds, for the order of cells of different kinds.
int rank(const Datum& datum) {
  if (is_absent(datum)) {
    return 2;
  }
  return number_of(datum) ? 0 : 1;
}

}  // namespace

Datum datum_from_text(std::string_view text) {
  if (const auto whole = parse_whole<int64_t>(text)) {
    return *whole;
  }
  const auto real = parse_whole<double>(text);
  if (real && std::isfinite(*real)) {
    return *real;
  }
  return std::string(text);
}

Datum datum_from_json(const nlohmann::json& scalar) {
  if (scalar.is_null()) {
    return {};
  }
  if (scalar.is_boolean()) {
    return int64_t{scalar.get<bool>() ? 1 : 0};
  }
  if (scalar.is_number_unsigned() &&
      scalar.get<uint64_t>() > uint64_t{std::numeric_limits<int64_t>::max()}) {
    return static_cast<double>(scalar.get<uint64_t>());
  }
  if (scalar.is_number_integer()) {
    return scalar.get<int64_t>();
  }
  if (scalar.is_number()) {
    return scalar.get<double>();
  }
  if (scalar.is_string()) {
    return scalar.get<std::string>();
  }
  throw std::logic_error("a cell of a table is a scalar");
}

nlohmann::json datum_to_json(const Datum& datum) {
  return std::visit(
      [](const auto& value) -> nlohmann::json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
          return nullptr;
        } else {
          return value;
        }
      },
      datum);
}

std::string to_text(const Datum& datum) {
  return std::visit(
      [](const auto& value) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
          return {};
        } else {
          return fmt::format("{}", value);
        }
      },
      datum);
}

std::optional<double> number_of(const Datum& datum) {
  if (const auto* whole = std::get_if<int64_t>(&datum)) {
    return static_cast<double>(*whole);
  }
  if (const auto* real = std::get_if<double>(&datum)) {
    return *real;
  }
  const auto* text = std::get_if<std::string>(&datum);
  if (text != nullptr && *text == "unbounded") {
    return std::numeric_limits<double>::infinity();
  }
  return std::nullopt;
}

bool less(const Datum& a, const Datum& b) {
  if (rank(a) != rank(b)) {
    return rank(a) < rank(b);
  }
  if (const auto number = number_of(a)) {
    return *number < *number_of(b);
  }
  return !is_absent(a) && std::get<std::string>(a) < std::get<std::string>(b);
}

}  // namespace fiberloom
