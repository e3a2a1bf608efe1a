#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fiberloom {

/// The numbers in the name of a port of a family.
struct PortNumbers {
  uint64_t side = 0;   ///< {s}
  uint64_t index = 0;  ///< {k}
  auto operator<=>(const PortNumbers&) const = default;
};

/// The numbers for which the family's name gives `name`, if it belongs to the family.
std::optional<PortNumbers> match_port(std::string_view family, std::string_view name);
/// The name of one port of a family.
std::string port_name(std::string_view family, const PortNumbers& numbers);
/// Whether the name stands for many ports.
bool is_family(std::string_view name);

}  // namespace fiberloom
