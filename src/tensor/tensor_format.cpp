#include "tensor/tensor_format.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostic.h"
#include "tensor/coordinate_list.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

std::vector<size_t> own_order(size_t order) {
  std::vector<size_t> modes(order);
  std::iota(modes.begin(), modes.end(), size_t{0});
  return modes;
}

bool is_permutation_of_modes(const std::vector<size_t>& order) {
  std::vector<size_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  return sorted == own_order(order.size());
}

/// A fault of a format and the characters of its text that show it.
struct Fault {
  std::string message;
  std::string hint;
  size_t offset = 0;
  size_t length = 1;
};

/// The first fault of the letters.
std::optional<Fault> fault_of(std::string_view letters) {
  if (letters.size() > kLargestOrder) {
    return Fault{fmt::format("{} levels are too many", letters.size()),
                 fmt::format("at most {}", kLargestOrder), kLargestOrder};
  }
  const LevelFormat* above = nullptr;
  for (size_t k = 0; k < letters.size(); ++k) {
    const LevelFormat* format = LevelFormats::find(letters[k]);
    if (format == nullptr) {
      return Fault{fmt::format("unknown level format '{}'", letters[k]), LevelFormats::letters(),
                   k};
    }
    if (format->singleton && (above == nullptr || above->unique)) {
      return Fault{
          fmt::format("a {} level ({}) holds one coordinate for each position above, so it "
                      "must stand below a non-unique one",
                      format->name, format->letter),
          "for example uq or ucq", k};
    }
    above = format;
  }
  return std::nullopt;
}

/// Reads "1,0" at `offset` of `text`.
std::vector<size_t> parse_order(std::string_view text, size_t offset, size_t levels) {
  std::vector<size_t> order;
  const char* at = text.data() + offset;
  const char* const end = text.data() + text.size();
  const auto fail = [&](const char* where, size_t length) {
    return bad_input(
        fmt::format("the mode order of {} levels must name each of the modes 0 to {} once", levels,
                    levels - 1),
        locate_in_text("format", text, static_cast<size_t>(where - text.data()), length),
        fmt::format("for example {}", fmt::join(own_order(levels), ",")));
  };
  while (true) {
    size_t mode = 0;
    const auto [next, status] = std::from_chars(at, end, mode);
    if (status != std::errc{} || (next != end && *next != ',')) {
      throw fail(at, 1);
    }
    order.push_back(mode);
    if (next == end) {
      break;
    }
    at = next + 1;
  }
  if (order.size() != levels || !is_permutation_of_modes(order)) {
    throw fail(text.data() + offset, text.size() - offset);
  }
  return order;
}

}  // namespace

TensorFormat uniform_format(char letter, size_t order) {
  return {std::string(order, letter), own_order(order)};
}

TensorFormat parse_tensor_format(std::string_view text) {
  const size_t colon = std::min(text.find(':'), text.size());
  const std::string_view letters = text.substr(0, colon);
  if (const auto fault = fault_of(letters)) {
    throw bad_input(fault->message, locate_in_text("format", text, fault->offset, fault->length),
                    fault->hint);
  }
  if (colon == text.size()) {
    return {std::string(letters), own_order(letters.size())};
  }
  if (letters.empty()) {
    throw bad_input("a mode order without levels", locate_in_text("format", text, colon),
                    "a letter a level comes first, for example ds:1,0");
  }
  return {std::string(letters), parse_order(text, colon + 1, letters.size())};
}

void check_tensor_format(const TensorFormat& format, size_t order) {
  if (format.levels() != order) {
    throw bad_input(fmt::format("the format {} has {} levels, the tensor {} modes",
                                to_string(format), format.levels(), order));
  }
  if (format.order.size() != order || !is_permutation_of_modes(format.order)) {
    throw bad_input(fmt::format("the mode order {} is no permutation of the {} modes",
                                fmt::join(format.order, ","), order));
  }
  if (const auto fault = fault_of(format.letters)) {
    throw bad_input(fault->message, {}, fault->hint);
  }
}

std::string to_string(const TensorFormat& format) {
  if (format.order == own_order(format.levels())) {
    return format.letters;
  }
  return fmt::format("{}:{}", format.letters, fmt::join(format.order, ","));
}

}  // namespace fiberloom
