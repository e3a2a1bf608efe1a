#include "lower/kernel/loop_cursor.h"

#include <fmt/format.h>

namespace fiberloom {

LoopCursors::LoopCursors(LoopWriter& writer, Iteration set, std::string variable)
    : writer_(writer), set_(std::move(set)), variable_(std::move(variable)) {
  collect(set_);
}

void LoopCursors::collect(const Iteration& set) {
  if (const auto* scan = std::get_if<Scan>(&set->kind)) {
    const ExprNode* leaf = scan->leaf.get();
    const LeafCode& code = writer_.leaves().at(leaf);
    if (writer_.walks().at(leaf).full(code.level)) {
      add_all(set, code.present);
    } else {
      add(set, leaf);
    }
  } else if (const auto* meet = std::get_if<Meet>(&set->kind)) {
    collect(meet->left);
    collect(meet->right);
  } else if (const auto* attach = std::get_if<Attach>(&set->kind)) {
    collect(attach->driver);
  } else if (const auto* universe = std::get_if<Universe>(&set->kind)) {
    add_all(set, universe->presence == nullptr
                     ? Presence::always()
                     : writer_.leaves().at(universe->presence.get()).present);
  }
}

void LoopCursors::add_all(const Iteration& scan, const Presence& present) {
  KernelFrame& frame = writer_.frame();
  LoopCursor cursor{.all = true, .present = present};
  if (present.is_tested()) {
    cursor.at = frame.names.make("any_" + variable_, kCursorSuffixes);
    cursor.end = cursor.at + "_end";
    cursor.begin = "0";
    cursor.stop = fmt::format("{} ? {} : 0", present.text(), frame.size_of(variable_));
  }
  cursor_of_[scan.get()] = cursors_.size();
  cursors_.push_back(cursor);
}

void LoopCursors::add(const Iteration& scan, const ExprNode* leaf) {
  KernelFrame& frame = writer_.frame();
  const LeafCode& code = writer_.leaves().at(leaf);
  const Walk& walk = writer_.walks().at(leaf);
  LoopCursor cursor{.leaf = leaf,
                    .level = code.level,
                    .ranges = hands_out_ranges(walk, code.level),
                    .present = code.present};
  if (!cursor.present.is_never()) {
    cursor.at = writer_.position_name(leaf, code.level);
    cursor.end = cursor.at + "_end";
    cursor.next = cursor.at + "_next";
    cursor.coordinates = frame.coordinates(code.operand, code.level);
    const LoopFiber fiber = writer_.sparse_fiber(leaf, code);
    cursor.begin = fiber.begin;
    cursor.stop = fiber.end;
    if (cursor.present.is_tested()) {
      cursor.begin = fmt::format("{} ? {} : 0", cursor.present.text(), cursor.begin);
      cursor.stop = fmt::format("{} ? {} : 0", cursor.present.text(), cursor.stop);
    }
  }
  cursor_of_[scan.get()] = cursors_.size();
  cursors_.push_back(cursor);
}

Presence LoopCursors::present(const Iteration& set, const Standing& here) const {
  struct Finder {
    const LoopCursors& self;
    const Iteration& set;
    const Standing& here;
    Presence operator()(const Scan&) const { return here[self.cursor_of(set)]; }
    Presence operator()(const Universe&) const { return here[self.cursor_of(set)]; }
    Presence operator()(const Attach& attach) const { return self.present(attach.driver, here); }
    Presence operator()(const Meet& meet) const {
      const Presence left = self.present(meet.left, here);
      if (meet.meeting == Meeting::left) {
        return left;
      }
      const Presence right = self.present(meet.right, here);
      return meet.meeting == Meeting::both ? left && right : left || right;
    }
  };
  return std::visit(Finder{*this, set, here}, set->kind);
}

std::string LoopCursors::most(const Iteration& set) const {
  if (const auto* attach = std::get_if<Attach>(&set->kind)) {
    return most(attach->driver);
  }
  if (const auto* meet = std::get_if<Meet>(&set->kind)) {
    const std::string size = writer_.frame().size_of(variable_);
    const std::string left = most(meet->left);
    if (meet->meeting == Meeting::left) {
      return left;
    }
    const std::string right = most(meet->right);
    if (meet->meeting == Meeting::both) {
      return left == size || right == "0" ? right : left;
    }
    return left == size || right == "0"   ? left
           : right == size || left == "0" ? right
                                          : fmt::format("((int64_t){} + {})", left, right);
  }
  const LoopCursor& cursor = cursors_[cursor_of_.at(set.get())];
  if (cursor.present.is_never()) {
    return "0";
  }
  if (cursor.all) {
    return writer_.frame().size_of(variable_);
  }
  return cursor.present.is_tested() ? fmt::format("(({}) - ({}))", cursor.stop, cursor.begin)
                                    : fmt::format("({} - {})", cursor.stop, cursor.begin);
}

Standing LoopCursors::start() const {
  Standing here;
  for (size_t k = 0; k < cursors_.size(); ++k) {
    const LoopCursor& cursor = cursors_[k];
    here.push_back(cursor.present.is_never() ? Presence::never()
                   : cursor.all && cursor.present.is_always()
                       ? Presence::always()
                       : Presence::when(cursor.at + "_here"));
  }
  return here;
}

bool LoopCursors::everywhere(const Standing& here) const {
  Standing none = here;
  for (Presence& cursor : none) {
    cursor = cursor.is_tested() ? Presence::never() : cursor;
  }
  return present(none).is_always();
}

bool LoopCursors::is_sure(const Standing& here) const {
  for (size_t k = 0; k < here.size(); ++k) {
    if (!here[k].is_tested()) {
      continue;
    }
    Standing alone = here;
    for (Presence& other : alone) {
      other = other.is_tested() ? Presence::never() : other;
    }
    alone[k] = Presence::always();
    if (!present(alone).is_always()) {
      return false;
    }
  }
  return true;
}

bool LoopCursors::requires_cursor(size_t cursor, Standing here) const {
  here[cursor] = Presence::never();
  return present(here).is_never();
}

}  // namespace fiberloom
