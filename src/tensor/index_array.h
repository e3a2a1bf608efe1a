#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace fiberloom {

/// Coordinates or positions of a level, 32 bits wide as long as every number fits.
/// The width is chosen from the largest number that may come; push_back widens when it must.
class IndexArray {
 public:
  IndexArray() = default;
  explicit IndexArray(uint64_t largest) {
    if (largest > std::numeric_limits<uint32_t>::max()) {
      storage_ = std::vector<uint64_t>{};
    }
  }

  bool wide() const { return std::holds_alternative<std::vector<uint64_t>>(storage_); }
  size_t size() const {
    return std::visit([](const auto& v) { return v.size(); }, storage_);
  }
  uint64_t bytes() const {
    return std::visit([](const auto& v) { return v.size() * sizeof(v[0]); }, storage_);
  }
  uint64_t operator[](size_t i) const {
    return std::visit([i](const auto& v) -> uint64_t { return v[i]; }, storage_);
  }

  void push_back(uint64_t number) {
    if (auto* narrow = std::get_if<std::vector<uint32_t>>(&storage_)) {
      if (number <= std::numeric_limits<uint32_t>::max()) {
        narrow->push_back(static_cast<uint32_t>(number));
        return;
      }
      storage_ = std::vector<uint64_t>(narrow->begin(), narrow->end());
    }
    std::get<std::vector<uint64_t>>(storage_).push_back(number);
  }

  /// Calls `f` with the vector of 32- or 64-bit numbers.
  template <class F>
  decltype(auto) visit(F&& f) const { return std::visit(std::forward<F>(f), storage_); }
  template <class F>
  decltype(auto) visit(F&& f) { return std::visit(std::forward<F>(f), storage_); }

 private:
  std::variant<std::vector<uint32_t>, std::vector<uint64_t>> storage_;
};

}  // namespace fiberloom
