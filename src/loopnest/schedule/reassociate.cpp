// reassociate(A,B): multiplies A and B first, a temporary summed over what they alone use.

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "loopnest/schedule/arguments.h"
#include "loopnest/schedule/branches.h"

namespace fiberloom {
namespace {

std::string name_of(const Expr& factor) {
  const Reduction* made = as_temporary(factor);
  const auto* operand = as<Access>(factor);
  return made != nullptr ? made->temporary : operand != nullptr ? operand->tensor : "";
}

/// The factors that are A and B, if both are in the product.
std::optional<std::vector<bool>> pair_in(const Product& product, const std::string& first,
                                         const std::string& second) {
  const auto& factors = product.factors;
  const auto a = std::ranges::find(factors, first, name_of);
  const auto b =
      std::find_if(first == second && a != factors.end() ? a + 1 : factors.begin(), factors.end(),
                   [&](const Expr& factor) { return name_of(factor) == second; });
  if (a == factors.end() || b == factors.end()) {
    return std::nullopt;
  }
  std::vector<bool> chosen(factors.size());
  chosen[static_cast<size_t>(a - factors.begin())] = true;
  chosen[static_cast<size_t>(b - factors.begin())] = true;
  return chosen;
}

/// Divides the first product that has both factors.
class Divider {
 public:
  Divider(const ScheduleCommand& command, Scheduled& scheduled)
      : command_(command), scheduled_(scheduled) {}

  bool done = false;

  Expr operator()(const Expr& e, const std::string& branch) {
    const auto [summed, product] = sum_of_product(e);
    const auto chosen =
        done ? std::nullopt : pair_in(product, command_.arguments[0], command_.arguments[1]);
    if (chosen) {
      if (product.factors.size() == 2) {
        throw command_.error("the two are all of their product, nothing is multiplied after them");
      }
      done = true;
      return divide_product(command_, scheduled_,
                            {.consumer = branch, .whole = e, .produced = *chosen});
    }
    const Reduction* made = as_temporary(e);
    std::vector<Expr> parts = kids(e);
    for (Expr& part : parts) {
      part = (*this)(part, made != nullptr ? made->temporary : branch);
    }
    return with_kids(e, parts);
  }

 private:
  const ScheduleCommand& command_;
  Scheduled& scheduled_;
};

void reassociate(const ScheduleCommand& command, Scheduled& scheduled) {
  command.require_arguments(2, 2);
  Divider divider(command, scheduled);
  const Expr made = divider(scheduled.statement.right, "");
  if (!divider.done) {
    throw command.error(fmt::format("no product has the factors {} and {}", command.arguments[0],
                                    command.arguments[1]));
  }
  scheduled.statement.right = made;
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  const auto uses = tensors({scheduled.written});
  return std::ranges::all_of(command.arguments, [&](const std::string& name) {
    return std::ranges::any_of(uses, [&](const TensorUse& use) { return use.name == name; });
  });
}

const ScheduleCommands registration({.name = "reassociate",
                                     .syntax = "reassociate(A,B)",
                                     .summary = "multiplies A and B first, as a temporary",
                                     .concerns = concerns,
                                     .apply = reassociate});

}  // namespace
}  // namespace fiberloom
