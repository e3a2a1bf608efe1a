#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fiberloom {

/// How a tensor is stored: a letter a level, outermost first, and the mode that each level holds.
/// "ds:1,0" is CSC. A scalar has no levels.
struct TensorFormat {
  std::string letters;
  std::vector<size_t> order;

  size_t levels() const { return letters.size(); }
  bool operator==(const TensorFormat&) const = default;
};

/// All levels compressed or all dense, modes in their own order.
TensorFormat uniform_format(char letter, size_t order);

/// Parses "ds" or "ds:1,0"; without an order the modes' own. Throws Error (bad_input), with
/// columns counted in `text`: an unknown letter, an order that is no permutation, a singleton level
/// that is not below a non-unique one.
TensorFormat parse_tensor_format(std::string_view text);

/// Throws Error (bad_input) if a tensor of `order` modes cannot be stored so: another number of
/// levels, or a fault that parse_tensor_format refuses.
void check_tensor_format(const TensorFormat& format, size_t order);

std::string to_string(const TensorFormat& format);

}  // namespace fiberloom
