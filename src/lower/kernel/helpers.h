#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/component_type.h"

namespace fiberloom {

/// The small C functions that a kernel may call; its text holds those that it uses.
class KernelHelpers {
 public:
  explicit KernelHelpers(ComponentType type) : type_(type) {}

  /// Marks a function as used and gives its name back.
  std::string use(std::string_view name);
  /// The definitions of all that are used, callees first.
  std::string text() const;
  /// The names that the definitions of any of them take.
  static std::vector<std::string> defined_names();
  /// The headers that they and the kernel need.
  static std::string headers();

 private:
  ComponentType type_;
  std::set<std::string, std::less<>> used_;
};

/// The type's name in C.
std::string_view c_type(ComponentType type);
bool is_integer(ComponentType type);

}  // namespace fiberloom
