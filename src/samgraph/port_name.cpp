#include "samgraph/port_name.h"

#include <charconv>

namespace fiberloom {
namespace {

constexpr std::string_view kSide = "{s}";
constexpr std::string_view kIndex = "{k}";

/// Takes a number without leading zeros off the front of `text`.
std::optional<uint64_t> take_number(std::string_view& text) {
  uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<size_t>(end - text.data());
  if (fault != std::errc{} || (length > 1 && text.front() == '0')) {
    return std::nullopt;
  }
  text.remove_prefix(length);
  return number;
}

}  // namespace

std::optional<PortNumbers> match_port(std::string_view family, std::string_view name) {
  PortNumbers numbers;
  while (!family.empty()) {
    if (family.starts_with(kSide) || family.starts_with(kIndex)) {
      const auto number = take_number(name);
      if (!number) {
        return std::nullopt;
      }
      (family.starts_with(kSide) ? numbers.side : numbers.index) = *number;
      family.remove_prefix(kSide.size());
    } else if (!name.empty() && family.front() == name.front()) {
      family.remove_prefix(1);
      name.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return name.empty() ? std::optional(numbers) : std::nullopt;
}

std::string port_name(std::string_view family, const PortNumbers& numbers) {
  std::string name;
  while (!family.empty()) {
    if (family.starts_with(kSide) || family.starts_with(kIndex)) {
      name += std::to_string(family.starts_with(kSide) ? numbers.side : numbers.index);
      family.remove_prefix(kSide.size());
    } else {
      name += family.front();
      family.remove_prefix(1);
    }
  }
  return name;
}

bool is_family(std::string_view name) { return name.find('{') != std::string_view::npos; }

}  // namespace fiberloom
