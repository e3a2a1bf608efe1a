#pragma once

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "tensor/component_type.h"

namespace fiberloom {

/// The values of a tensor: one array of the tensor's component type.
class Values {
 public:
  using Storage = std::variant<std::vector<int32_t>, std::vector<int64_t>, std::vector<float>,
                               std::vector<double>>;

  Values() : storage_(std::vector<double>{}) {}
  explicit Values(ComponentType type, size_t count = 0) {
    with_component_type(type,
                        [&](auto zero) { storage_ = std::vector<decltype(zero)>(count, zero); });
  }
  template <class T>
  Values(std::vector<T> values) : storage_(std::move(values)) {}

  ComponentType type() const { return static_cast<ComponentType>(storage_.index()); }
  size_t size() const {
    return std::visit([](const auto& v) { return v.size(); }, storage_);
  }
  uint64_t bytes() const {
    return std::visit([](const auto& v) { return v.size() * sizeof(v[0]); }, storage_);
  }

  template <class T>
  const std::vector<T>& as() const {
    return std::get<std::vector<T>>(storage_);
  }
  template <class T>
  std::vector<T>& as() {
    return std::get<std::vector<T>>(storage_);
  }

  /// Element `i` as a real; an int64 beyond 2^53 is rounded.
  double real(size_t i) const {
    return std::visit([i](const auto& v) { return static_cast<double>(v[i]); }, storage_);
  }

  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), storage_);
  }
  template <class F>
  decltype(auto) visit(F&& f) {
    return std::visit(std::forward<F>(f), storage_);
  }

 private:
  Storage storage_;
};

/// `values` converted to `type`. Throws Error (bad_input) where a value does not survive: a
/// fraction, an infinity or too large a number in an integer type.
Values convert(const Values& values, ComponentType type);

}  // namespace fiberloom
