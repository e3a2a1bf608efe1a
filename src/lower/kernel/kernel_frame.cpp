#include "lower/kernel/kernel_frame.h"

#include <fmt/format.h>

namespace fiberloom {

size_t KernelFrame::add_operand(KernelOperand operand) {
  operand.name = names.make(operand.name);
  operands.push_back(std::move(operand));
  is_temporary.push_back(false);
  return operands.size() - 1;
}

size_t KernelFrame::add_temporary(const std::string& name) {
  operands.push_back({.name = names.make(name), .of = {}, .format = {}});
  is_temporary.push_back(true);
  return operands.size() - 1;
}

std::string KernelFrame::array(size_t operand, size_t level, const std::string& what) {
  const std::string suffix = fmt::format("{}_{}", level + 1, what);
  const auto [known, is_new] = arrays_.try_emplace({operand, suffix});
  if (is_new) {
    known->second = names.make(operands[operand].name + suffix);
    if (!is_temporary[operand]) {
      declare(known->second, fmt::format("const index_t *restrict {} = operands[{}].levels[{}].{};",
                                         known->second, operand, level, what));
    }
  }
  return known->second;
}

std::string KernelFrame::segments(size_t operand, size_t level) {
  return array(operand, level, "segments");
}

std::string KernelFrame::coordinates(size_t operand, size_t level) {
  return array(operand, level, "coordinates");
}

std::string KernelFrame::values(size_t operand) {
  const auto [known, is_new] = arrays_.try_emplace({operand, "values"});
  if (is_new) {
    known->second = names.make(operands[operand].name + "_values");
    if (!is_temporary[operand]) {
      declare(known->second, fmt::format("const {} *restrict {} = operands[{}].values;",
                                         c_type(type_of(operand)), known->second, operand));
    }
  }
  return known->second;
}

std::string KernelFrame::size_of(const std::string& variable) {
  const auto [known, is_new] = size_names_.try_emplace(variable);
  if (is_new) {
    known->second = names.make(variable + "_size");
    declare(known->second,
            fmt::format("const index_t {} = (index_t)sizes[{}];", known->second, sizes.size()));
    sizes.push_back(variable);
  }
  return known->second;
}

std::string KernelFrame::variable(const std::string& variable) {
  const auto [known, is_new] = variable_names_.try_emplace(variable);
  if (is_new) {
    known->second = names.make(variable);
  }
  return known->second;
}

void KernelFrame::enter_scope(const std::string& prefix) {
  scopes_.emplace_back(prefix, code.depth());
}

KernelScope KernelFrame::leave_scope() {
  KernelScope left = std::move(scopes_.back());
  scopes_.pop_back();
  return left;
}

void KernelFrame::own_array(const std::string& element, const std::string& name,
                            const std::string& count, bool zero) {
  scope().declare(name, fmt::format("{} *restrict {} = NULL;", element, name));
  scope().own(name);
  scope().set_up.line(
      zero ? fmt::format("{0} = calloc((size_t)({1}) + 1, sizeof *{0});", name, count)
           : fmt::format("{0} = {1}({2}, sizeof *{0});", name, helpers.use("allocated"), count));
  scope().set_up.line(scope().fail_if(name + " == NULL"));
}

}  // namespace fiberloom
