#pragma once

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace fiberloom {

/// What a loop calls the things around a cursor.
constexpr std::array<std::string_view, 4> kCursorSuffixes = {"_end", "_next", "_here", "_at"};

/// Hands out the identifiers of a kernel, each once: the wanted name, or, where C or the kernel has
/// it already, that with underscores.
class CNames {
 public:
  std::string make(std::string_view wanted) { return make(wanted, {}); }
  /// A name that is free also with each of the suffixes; they are taken with it.
  std::string make(std::string_view wanted, std::span<const std::string_view> suffixes);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace fiberloom
