#include "tensor/generate/recipe.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "base/spelling.h"
#include "tensor/generate/generator.h"
#include "tensor/read/number.h"

namespace fiberloom {

Recipe::Recipe(std::string_view text) : text_(text) {
  name_length_ = std::min(text_.find(','), text_.size());
  const std::string name = text_.substr(0, name_length_);
  generator_ = Generators::find(name);
  if (generator_ == nullptr) {
    throw error_at(0, name_length_, fmt::format("unknown generator '{}'", name),
                   suggestion(name, Generators::names(), "generators"));
  }
  for (size_t begin = name_length_; begin < text_.size();) {
    const size_t end = std::min(text_.find(',', begin + 1), text_.size());
    read_parameter(begin + 1, end);
    begin = end;
  }
}

void Recipe::read_parameter(size_t begin, size_t end) {
  const size_t equals = text_.find('=', begin);
  if (equals >= end) {
    throw error_at(begin, end - begin, "a parameter has the form NAME=VALUE", "");
  }
  const std::string name = text_.substr(begin, equals - begin);
  std::vector<std::string> names;
  for (const GeneratorParameter& parameter : generator_->all_parameters()) {
    names.push_back(parameter.name);
  }
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw error_at(begin, name.size(),
                   fmt::format("the generator {} has no parameter '{}'", generator_->name, name),
                   suggestion(name, names, "parameters"));
  }
  const Given given{text_.substr(equals + 1, end - equals - 1), equals + 1};
  if (!given_.emplace(name, given).second) {
    throw error_at(begin, name.size(), fmt::format("the parameter '{}' is given twice", name), "");
  }
}

std::string Recipe::text(const std::string& parameter) const {
  if (const auto given = given_.find(parameter); given != given_.end()) {
    return given->second.value;
  }
  const auto parameters = generator_->all_parameters();
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const auto& other) { return other.name == parameter; });
  if (found == parameters.end() || found->value.empty()) {
    throw error_at(0, name_length_,
                   fmt::format("the generator {} needs {}=...", generator_->name, parameter),
                   found == parameters.end() ? "" : found->help);
  }
  return found->value;
}

namespace {

template <class T>
T parse_or_throw(const Recipe& recipe, const std::string& parameter, const char* what) {
  T number{};
  const std::string text = recipe.text(parameter);
  const ValueSpelling spelling =
      std::is_integral_v<T> ? ValueSpelling::integer : ValueSpelling::real;
  if (!parse_value(text, spelling, number)) {
    throw recipe.error(parameter, fmt::format("'{}' is no {}", text, what));
  }
  return number;
}

}  // namespace

uint64_t Recipe::count(const std::string& parameter) const {
  uint64_t number = 0;
  if (!parse_index(text(parameter), number)) {
    throw error(parameter, fmt::format("'{}' is no count", text(parameter)),
                "a whole number of at least 0");
  }
  return number;
}

int64_t Recipe::integer(const std::string& parameter) const {
  return parse_or_throw<int64_t>(*this, parameter, "whole number");
}

double Recipe::real(const std::string& parameter) const {
  return parse_or_throw<double>(*this, parameter, "number");
}

double Recipe::fraction(const std::string& parameter) const {
  const double number = real(parameter);
  if (!(number >= 0 && number <= 1)) {
    throw error(parameter, fmt::format("{} is {}, not from 0 to 1", parameter, number));
  }
  return number;
}

Error Recipe::error(const std::string& parameter, const std::string& message,
                    const std::string& hint) const {
  const auto given = given_.find(parameter);
  return given == given_.end()
             ? error_at(0, name_length_, message, hint)
             : error_at(given->second.offset, given->second.value.size(), message, hint);
}

Error Recipe::error_at(size_t offset, size_t length, const std::string& message,
                       const std::string& hint) const {
  return bad_input(message, locate_in_text("recipe", text_, offset, length), hint);
}

}  // namespace fiberloom
