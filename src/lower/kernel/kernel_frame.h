#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel/kernel_source.h"
#include "lower/kernel/c_names.h"
#include "lower/kernel/c_value.h"
#include "lower/kernel/code_text.h"
#include "lower/kernel/kernel_scope.h"

namespace fiberloom {

/// What stands around a kernel's loops: its names, the declarations at its top (made when they are
/// first asked for), the helpers it calls, and what it frees at its end.
class KernelFrame {
 public:
  explicit KernelFrame(ComponentType computed)
      : type(computed), helpers(computed), arithmetic(computed, helpers) {
    for (const std::string& name : KernelHelpers::defined_names()) {
      names.make(name);
    }
  }

  /// Takes an operand in; gives its number.
  size_t add_operand(KernelOperand operand);
  /// Takes a temporary in, whose arrays are variables of the kernel.
  size_t add_temporary(const std::string& name);

  // Arrays of an operand's, or a temporary's, level: their names in the kernel.
  std::string segments(size_t operand, size_t level);
  std::string coordinates(size_t operand, size_t level);
  std::string values(size_t operand);
  ComponentType type_of(size_t operand) const { return operands[operand].type; }
  /// The base name of an operand.
  const std::string& name_of(size_t operand) const { return operands[operand].name; }

  std::string size_of(const std::string& variable);
  /// The name of an index variable.
  std::string variable(const std::string& variable);

  /// The scope that is being written.
  KernelScope& scope() { return scopes_.back(); }
  /// Everything is inside a new scope until leave_scope, which gives it back.
  void enter_scope(const std::string& prefix);
  KernelScope leave_scope();

  /// An array of the scope's own, allocated at its top and freed at its end; where `zero`, of
  /// zeros. The name is a free one.
  void own_array(const std::string& element, const std::string& name, const std::string& count,
                 bool zero);
  const ComponentType type;  ///< in which all is computed
  CNames names;
  KernelHelpers helpers;
  CArithmetic arithmetic;
  CodeText code{1};
  CodeText hand_over{1};                ///< of the result's arrays to the host, at the very end
  std::vector<KernelOperand> operands;  ///< with temporaries behind all operands
  std::vector<bool> is_temporary;
  IndexVariables sizes;
  std::vector<std::string> flags;  ///< variables that may turn out to be read by nothing
  bool parallel = false;

 private:
  void declare(const std::string& name, const std::string& line) {
    scopes_.front().declare(name, line);
  }
  std::string array(size_t operand, size_t level, const std::string& what);

  std::vector<KernelScope> scopes_{KernelScope("", 1)};
  std::map<std::string, std::string> size_names_;
  std::map<std::string, std::string> variable_names_;
  std::map<std::pair<size_t, std::string>, std::string> arrays_;
};

}  // namespace fiberloom
