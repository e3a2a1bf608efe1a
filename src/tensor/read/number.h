#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace fiberloom {

/// The largest size and coordinate that files may name.
constexpr uint64_t kLargestIndex = std::numeric_limits<int64_t>::max();

/// Parses a whole word as a decimal size or 1-based coordinate of at most kLargestIndex.
inline bool parse_index(std::string_view word, uint64_t& index) {
  uint64_t number = 0;
  for (const char c : word) {
    const auto digit = static_cast<unsigned char>(c - '0');
    if (digit > 9 || number > (kLargestIndex - digit) / 10) {
      return false;
    }
    number = number * 10 + digit;
  }
  index = number;
  return !word.empty();
}

/// Why parse_index refuses `word`.
std::string index_fault(std::string_view word);

/// How a file spells its values.
enum class ValueSpelling { real, integer };

/// Parses a whole word as a value of component type T. Reals may be spelled as Fortran does: a
/// leading plus, a D for the exponent, or after a decimal point an exponent's sign alone. A real
/// that is too small becomes 0; one that is too large is refused, and so is an integer that T
/// cannot hold exactly.
template <class T>
bool parse_value(std::string_view word, ValueSpelling spelling, T& value);

/// Why parse_value refuses `word`.
template <class T>
std::string value_fault(std::string_view word, ValueSpelling spelling);

}  // namespace fiberloom
