#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fiberloom {

/// What the data tokens of a stream are: coordinates, references, values in the component type,
/// repeat signals, words of a bit vector.
enum class StreamKind : uint8_t { crd, ref, val, repsig, bv };

inline constexpr std::array<std::string_view, 5> kStreamKindNames = {"crd", "ref", "val", "repsig",
                                                                     "bv"};

constexpr std::string_view name_of(StreamKind kind) {
  return kStreamKindNames[static_cast<size_t>(kind)];
}

constexpr std::optional<StreamKind> stream_kind_named(std::string_view name) {
  for (size_t i = 0; i < kStreamKindNames.size(); ++i) {
    if (kStreamKindNames[i] == name) {
      return static_cast<StreamKind>(i);
    }
  }
  return std::nullopt;
}

}  // namespace fiberloom
