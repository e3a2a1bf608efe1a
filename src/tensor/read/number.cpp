#include "tensor/read/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "tensor/component_type.h"

namespace fiberloom {
namespace {

constexpr size_t kLongestShownWord = 60;

std::string shown(std::string_view word) {
  return word.size() <= kLongestShownWord
             ? fmt::format("'{}'", word)
             : fmt::format("'{}...'", word.substr(0, kLongestShownWord));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool all_digits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

/// Without a leading plus that a digit or a point follows, which from_chars does not know.
std::string_view without_plus(std::string_view word) {
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '+' && word[1] != '-';
  return plus ? word.substr(1) : word;
}

/// `word` with the exponent that Fortran writes with a D or without a letter spelled with an e.
std::string with_usual_exponent(std::string_view word) {
  std::string usual(word);
  const size_t letter = usual.find_first_of("dDqQ");
  if (letter != std::string::npos) {
    usual[letter] = 'e';
    return usual;
  }
  const size_t sign = usual.find_first_of("+-", 1);
  if (sign != std::string::npos && usual.find('.') < sign &&
      (is_digit(usual[sign - 1]) || (usual[sign - 1] == '.' && sign >= 2))) {
    usual.insert(sign, 1, 'e');
  }
  return usual;
}

enum class Parsed { yes, no, too_large };

template <class T>
Parsed parse_usual_real(std::string_view word, T& value) {
  const char* const end = word.data() + word.size();
  const auto [next, status] = std::from_chars(word.data(), end, value);
  if (next != end || status == std::errc::invalid_argument) {
    return Parsed::no;
  }
  if (status == std::errc::result_out_of_range) {
    const double nearest = std::strtod(std::string(word).c_str(), nullptr);
    if (std::abs(nearest) > 1) {
      return Parsed::too_large;
    }
    value = std::copysign(T{0}, static_cast<T>(nearest));
  }
  return Parsed::yes;
}

template <class T>
Parsed parse_real(std::string_view word, T& value) {
  word = without_plus(word);
  const Parsed parsed = parse_usual_real(word, value);
  return parsed == Parsed::no ? parse_usual_real(with_usual_exponent(word), value) : parsed;
}

/// Digits with or without a sign.
Parsed parse_integer(std::string_view word, int64_t& value) {
  word = without_plus(word);
  const char* const end = word.data() + word.size();
  const auto [next, status] = std::from_chars(word.data(), end, value);
  if (next != end || status == std::errc::invalid_argument) {
    return Parsed::no;
  }
  return status == std::errc{} ? Parsed::yes : Parsed::too_large;
}

/// Whether T holds `number` exactly.
template <class T>
bool holds(int64_t number) {
  if constexpr (std::is_integral_v<T>) {
    return std::in_range<T>(number);
  } else {
    constexpr int64_t kExact = int64_t{1} << std::numeric_limits<T>::digits;
    if (-kExact <= number && number <= kExact) {
      return true;
    }
    const uint64_t magnitude =
        number < 0 ? -static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
    return static_cast<uint64_t>(static_cast<T>(magnitude)) == magnitude;
  }
}

/// Whether T, an integer type, holds a real that is a whole number: one beyond 2^53 may have been
/// rounded on the way.
template <class T>
bool is_whole(double number) {
  return std::abs(number) <= 0x1p53 && std::trunc(number) == number &&
         std::in_range<T>(static_cast<int64_t>(number));
}

}  // namespace

std::string index_fault(std::string_view word) {
  if (all_digits(word)) {
    return fmt::format("{} is too large", shown(word));
  }
  if (word.size() > 1 && word[0] == '-' && all_digits(word.substr(1))) {
    return fmt::format("{} is negative", shown(word));
  }
  return fmt::format("{} is not a whole number in decimal digits", shown(word));
}

template <class T>
bool parse_value(std::string_view word, ValueSpelling spelling, T& value) {
  constexpr bool kInteger = std::is_integral_v<T>;
  if (kInteger || spelling == ValueSpelling::integer) {
    int64_t number = 0;
    const Parsed parsed = parse_integer(word, number);
    if (parsed == Parsed::yes && holds<T>(number)) {
      value = static_cast<T>(number);
      return true;
    }
    if (parsed != Parsed::no || spelling == ValueSpelling::integer) {
      return false;
    }
  }
  if constexpr (kInteger) {
    double number = 0;
    if (parse_real(word, number) != Parsed::yes || !is_whole<T>(number)) {
      return false;
    }
    value = static_cast<T>(number);
    return true;
  } else {
    return parse_real(word, value) == Parsed::yes;
  }
}

template <class T>
std::string value_fault(std::string_view word, ValueSpelling spelling) {
  const std::string_view type = name_of(component_type_of<T>());
  double real = 0;
  int64_t integer = 0;
  const Parsed as_real = parse_real(word, real);
  if (as_real == Parsed::no) {
    return fmt::format("{} is not a number", shown(word));
  }
  const Parsed as_integer = parse_integer(word, integer);
  if (spelling == ValueSpelling::integer && as_integer != Parsed::yes) {
    return as_integer == Parsed::no
               ? fmt::format("{} is not an integer, as the header says", shown(word))
               : fmt::format("{} is too large for int64", shown(word));
  }
  if (spelling == ValueSpelling::integer && std::is_floating_point_v<T>) {
    return fmt::format("the integer {} is not exact in component type {}, int64 would hold it",
                       shown(word), type);
  }
  return fmt::format("{} does not fit component type {}", shown(word), type);
}

template bool parse_value(std::string_view, ValueSpelling, int32_t&);
template bool parse_value(std::string_view, ValueSpelling, int64_t&);
template bool parse_value(std::string_view, ValueSpelling, float&);
template bool parse_value(std::string_view, ValueSpelling, double&);
template std::string value_fault<int32_t>(std::string_view, ValueSpelling);
template std::string value_fault<int64_t>(std::string_view, ValueSpelling);
template std::string value_fault<float>(std::string_view, ValueSpelling);
template std::string value_fault<double>(std::string_view, ValueSpelling);

}  // namespace fiberloom
