#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fiberloom {

/// `level` is a count or the word `values`; `tensor` the name of a declared tensor or of a block that
/// keeps a store; `size` a count, or the name of an index variable that has it (both as text).
enum class ParameterType : uint8_t {
  count,
  integer,
  real,
  boolean,
  name,
  integers,
  level,
  tensor,
  file,
  size,
};

/// The level that stands for the array of values.
inline constexpr uint64_t kValuesLevel = ~uint64_t{0};

using ParameterValue =
    std::variant<uint64_t, int64_t, double, bool, std::string, std::vector<uint64_t>>;

/// A parameter that a block takes in a graph file, or a timing key in a config.
struct ParameterSpec {
  std::string name;
  ParameterType type = ParameterType::count;
  std::string summary;
  bool required = false;
  ParameterValue fallback{};           ///< used where the file says nothing and it is not required
  std::vector<std::string> choices{};  ///< of a name; empty: any
};

/// The values of a block's parameters by name; the loader has put the defaults in.
class Parameters {
 public:
  void set(const std::string& name, ParameterValue value) { values_[name] = std::move(value); }
  bool has(const std::string& name) const { return values_.contains(name); }
  const std::map<std::string, ParameterValue>& all() const { return values_; }

  uint64_t count(const std::string& name) const { return get<uint64_t>(name); }
  int64_t integer(const std::string& name) const { return get<int64_t>(name); }
  double real(const std::string& name) const { return get<double>(name); }
  bool boolean(const std::string& name) const { return get<bool>(name); }
  const std::string& name(const std::string& name) const { return get<std::string>(name); }
  const std::vector<uint64_t>& integers(const std::string& name) const {
    return get<std::vector<uint64_t>>(name);
  }

 private:
  template <class T>
  const T& get(const std::string& name) const {
    return std::get<T>(values_.at(name));
  }

  std::map<std::string, ParameterValue> values_;
};

}  // namespace fiberloom
