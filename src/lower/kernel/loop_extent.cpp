#include <fmt/format.h>

#include "loopnest/iteration_algebra.h"
#include "lower/kernel/loop_writer.h"
#include "tensor/level_format.h"

namespace fiberloom {

std::string LoopWriter::expected(const Iteration& set, const std::string& variable) {
  if (const auto* scan = std::get_if<Scan>(&set->kind)) {
    const Walk& walk = walks_.at(scan->leaf.get());
    return positions(scan->leaf.get(), position_in(walk.variables, variable));
  }
  if (const auto* attach = std::get_if<Attach>(&set->kind)) {
    return expected(attach->driver, variable);
  }
  const auto* meet = std::get_if<Meet>(&set->kind);
  if (meet == nullptr) {
    return {};
  }
  const std::string left = expected(meet->left, variable);
  if (meet->meeting == Meeting::left) {
    return left;
  }
  const std::string right = expected(meet->right, variable);
  if (meet->meeting == Meeting::both) {
    return left.empty() ? right : left;
  }
  return left.empty() || right.empty() ? "" : fmt::format("{} + {}", left, right);
}

std::string LoopWriter::positions(const ExprNode* leaf, size_t level) {
  const Walk& walk = walks_.at(leaf);
  if (walk.temporary || walk.full(level)) {
    return {};
  }
  const size_t operand = leaves_.at(leaf).operand;
  while (LevelFormats::find(walk.format.letters[level])->singleton) {
    --level;
  }
  std::string above = "1";
  for (size_t k = 0; k < level; ++k) {
    const LevelFormat& format = *LevelFormats::find(walk.format.letters[k]);
    if (format.full) {
      const std::string size = frame_.size_of(walk.variables[k]);
      above = above == "1" ? size : fmt::format("{} * {}", above, size);
    } else if (!format.singleton) {
      above = fmt::format("{}[{}]", frame_.segments(operand, k), above);
    }
  }
  return fmt::format("(int64_t){}[{}]", frame_.segments(operand, level), above);
}

bool LoopWriter::visits_all(const Iteration& set, const std::string& variable,
                            const std::set<const ExprNode*>& absent) const {
  return fiberloom::visits_all(set, variable, walks_,
                               [&](const Expr& leaf) { return surely_present(leaf, absent); });
}

bool LoopWriter::surely_present(const Expr& leaf, const std::set<const ExprNode*>& absent) const {
  // A temporary that is not made yet is one of the loops inside.
  const auto code = leaves_.find(leaf.get());
  return !absent.contains(leaf.get()) &&
         (code == leaves_.end() ? !walks_.at(leaf.get()).variables.empty()
                                : code->second.present.is_always());
}

}  // namespace fiberloom
