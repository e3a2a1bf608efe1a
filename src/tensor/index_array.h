#pragma once

#include <cstddef>
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
  explicit IndexArray(std::vector<uint32_t> numbers) : storage_(std::move(numbers)) {}
  explicit IndexArray(std::vector<uint64_t> numbers) : storage_(std::move(numbers)) {}
  explicit IndexArray(uint64_t largest) {
    if (largest > std::numeric_limits<uint32_t>::max()) {
      storage_ = std::vector<uint64_t>{};
    }
  }

  /// Calls `f` with the vector of 32- or 64-bit numbers. One well-predicted branch: std::visit's
  /// check for a valueless variant costs more than the short fibers that are read through here.
  template <class F>
  decltype(auto) visit(F&& f) const {
    if (const auto* narrow = std::get_if<std::vector<uint32_t>>(&storage_)) {
      return std::forward<F>(f)(*narrow);
    }
    return std::forward<F>(f)(*std::get_if<std::vector<uint64_t>>(&storage_));
  }
  template <class F>
  decltype(auto) visit(F&& f) {
    if (auto* narrow = std::get_if<std::vector<uint32_t>>(&storage_)) {
      return std::forward<F>(f)(*narrow);
    }
    return std::forward<F>(f)(*std::get_if<std::vector<uint64_t>>(&storage_));
  }

  bool wide() const { return std::holds_alternative<std::vector<uint64_t>>(storage_); }
  size_t size() const {
    return visit([](const auto& v) { return v.size(); });
  }
  uint64_t bytes() const {
    return visit([](const auto& v) { return v.size() * sizeof(v[0]); });
  }
  uint64_t operator[](size_t i) const {
    return visit([i](const auto& v) -> uint64_t { return v[i]; });
  }
  void reserve(size_t count) {
    visit([count](auto& v) { v.reserve(count); });
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

 private:
  std::variant<std::vector<uint32_t>, std::vector<uint64_t>> storage_;
};

}  // namespace fiberloom
