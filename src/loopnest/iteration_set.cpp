#include "loopnest/iteration_set.h"

#include <fmt/format.h>

namespace fiberloom {
namespace {

std::string leaf_name(const Expr& leaf) { return as<Access>(leaf)->tensor; }

/// Whether the text can stand beside a word without parentheses.
bool is_simple(const Iteration& set) {
  if (const auto* attach = std::get_if<Attach>(&set->kind)) {
    return attach->located.empty() && is_simple(attach->driver);
  }
  const auto* universe = std::get_if<Universe>(&set->kind);
  return !std::holds_alternative<Meet>(set->kind) &&
         (universe == nullptr || universe->presence == nullptr);
}

std::string operand(const Iteration& set, const std::string& variable) {
  return is_simple(set) ? to_string(set, variable) : fmt::format("({})", to_string(set, variable));
}

struct Text {
  const std::string& variable;

  std::string operator()(const Scan& scan) const { return leaf_name(scan.leaf); }
  std::string operator()(const Meet& meet) const {
    static constexpr std::string_view kWords[] = {"and", "or", "with"};
    return fmt::format("{} {} {}", operand(meet.left, variable),
                       kWords[static_cast<size_t>(meet.meeting)], operand(meet.right, variable));
  }
  std::string operator()(const Attach& attach) const {
    std::string text = to_string(attach.driver, variable);
    if (std::holds_alternative<Meet>(attach.driver->kind) && !attach.located.empty()) {
      text = fmt::format("({})", text);
    }
    for (const Expr& leaf : attach.located) {
      text += fmt::format(", {} located", leaf_name(leaf));
    }
    return text;
  }
  std::string operator()(const Universe& universe) const {
    return universe.presence == nullptr
               ? "all " + variable
               : fmt::format("all {} where {} is", variable, leaf_name(universe.presence));
  }
};

}  // namespace

std::string to_string(const Iteration& set, const std::string& variable) {
  return std::visit(Text{variable}, set->kind);
}

}  // namespace fiberloom
