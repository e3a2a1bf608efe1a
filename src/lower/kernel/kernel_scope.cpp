#include "lower/kernel/kernel_scope.h"

#include <fmt/format.h>

namespace fiberloom {

std::string KernelScope::fail_if(const std::string& condition) const {
  return fmt::format("if ({}) goto {};", condition, label("out_of_memory"));
}

std::string KernelScope::text(const std::string& body, const std::string& failed,
                              const std::string& last) const {
  std::string used = set_up.text() + body;
  const bool may_fail = used.find("goto " + label("out_of_memory")) != std::string::npos;
  const bool finishes = may_fail || used.find("goto " + label("finish")) != std::string::npos;
  const std::string outside(2 * static_cast<size_t>(depth_ - 1), ' ');
  if (may_fail) {
    used += fmt::format("{0}goto {1};\n{2}{3}:\n{4}", indent(), label("finish"), outside,
                        label("out_of_memory"), failed);
  }
  used += finishes ? fmt::format("{}{}:\n", outside, label("finish")) : "";
  used += last;
  for (const std::string& name : owned_) {
    used += fmt::format("{}free({});\n", indent(), name);
  }
  std::string text;
  for (const auto& [name, line] : declarations_) {
    text += mentions(used, name) ? indent() + line + "\n" : "";
  }
  return text + used;
}

}  // namespace fiberloom
