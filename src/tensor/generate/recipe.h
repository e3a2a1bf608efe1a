#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace fiberloom {

struct Generator;

/// The text of a recipe, `uniform,density=0.01,seed=1`, read by the parameters of its generator.
/// All functions throw Error (bad_input) at the place in the text.
class Recipe {
 public:
  explicit Recipe(std::string_view text);

  const Generator& generator() const { return *generator_; }
  /// Whether the recipe itself gives the parameter.
  bool gives(const std::string& parameter) const { return given_.contains(parameter); }

  std::string text(const std::string& parameter) const;
  uint64_t count(const std::string& parameter) const;
  int64_t integer(const std::string& parameter) const;
  double real(const std::string& parameter) const;
  /// A real from 0 to 1.
  double fraction(const std::string& parameter) const;

  /// An Error at the parameter's value, or where it is not given at the generator's name.
  Error error(const std::string& parameter, const std::string& message,
              const std::string& hint = {}) const;

 private:
  struct Given {
    std::string value;
    size_t offset;
  };

  void read_parameter(size_t begin, size_t end);
  Error error_at(size_t offset, size_t length, const std::string& message,
                 const std::string& hint) const;

  std::string text_;
  const Generator* generator_ = nullptr;
  size_t name_length_ = 0;
  std::map<std::string, Given> given_;
};

}  // namespace fiberloom
