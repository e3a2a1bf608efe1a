#include "lower/kernel/leaf_settling.h"

#include <fmt/format.h>

namespace fiberloom {

void LeafSettling::settle(const Iteration& set, const Presence& condition) {
  if (const auto* meet = std::get_if<Meet>(&set->kind)) {
    const bool left = meet->meeting == Meeting::either;
    const bool right = meet->meeting != Meeting::both;
    settle(meet->left, left ? condition && cursors_.present(meet->left, here_) : condition);
    settle(meet->right, right ? condition && cursors_.present(meet->right, here_) : condition);
  } else if (const auto* attach = std::get_if<Attach>(&set->kind)) {
    settle(attach->driver, condition);
    for (const Expr& leaf : attach->located) {
      LeafCode code = writer_.leaves().at(leaf.get());
      code.present = code.present && condition;
      locate(leaf.get(), code);
    }
    for (const Expr& leaf : attach->broadcast) {
      LeafCode& code = writer_.leaves().at(leaf.get());
      code.present = code.present && condition;
    }
  } else if (const auto* scan = std::get_if<Scan>(&set->kind)) {
    this->scan(set, scan->leaf.get(), condition);
  }
}

void LeafSettling::scan(const Iteration& set, const ExprNode* leaf, const Presence& condition) {
  const LoopCursor& cursor = cursors_.all()[cursors_.cursor_of(set)];
  LeafCode code = writer_.leaves().at(leaf);
  code.present = code.present.is_never() ? code.present : condition;
  if (cursor.all) {
    locate(leaf, code);
    return;
  }
  code.position = cursor.at;
  code.end = cursor.ranges ? cursor.next : "";
  ++code.level;
  locate(leaf, code);
}

/// Looks the loop's coordinate up in all next levels of its variable.
void LeafSettling::locate(const ExprNode* leaf, LeafCode code) {
  const Walk& walk = writer_.walks().at(leaf);
  while (code.level < walk.variables.size() && walk.variables[code.level] == variable_ &&
         !code.present.is_never()) {
    look_up(leaf, code);
    ++code.level;
  }
  writer_.leaves().at(leaf) = code;
}

void LeafSettling::look_up(const ExprNode* leaf, LeafCode& code) {
  KernelFrame& frame = writer_.frame();
  const Walk& walk = writer_.walks().at(leaf);
  const std::string name = frame.variable(variable_);
  if (walk.full(code.level)) {
    code.position = row_major(code.position, frame.size_of(variable_), name);
    return;
  }
  // A sparse level: a search in the fiber.
  const std::string& at = writer_.position_name(leaf, code.level);
  const std::string array = frame.coordinates(code.operand, code.level);
  const LoopFiber fiber = writer_.sparse_fiber(leaf, code);
  const std::string there = code.present.text();
  frame.code.line(fmt::format("const index_t {}_end = {} ? {} : 0;", at, there, fiber.end));
  frame.code.line(fmt::format("const index_t {0} = {1}({2}, {3} ? {4} : 0, {0}_end, {5});", at,
                              frame.helpers.use("first_at_least"), array, there, fiber.begin,
                              name));
  frame.code.line(
      fmt::format("const int {0}_here = {0} < {0}_end && {1}[{0}] == {2};", at, array, name));
  code.position = at;
  code.present = Presence::when(at + "_here");
  const bool ranges = hands_out_ranges(walk, code.level);
  if (ranges) {
    frame.code.line(fmt::format("const index_t {0}_next = {1}({2}, {0}, {0}_end, {3});", at,
                                frame.helpers.use("end_of_run"), array, name));
  }
  code.end = ranges ? at + "_next" : "";
}

}  // namespace fiberloom
