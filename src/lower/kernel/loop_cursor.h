#pragma once

#include <map>
#include <string>
#include <vector>

#include "loopnest/iteration_set.h"
#include "lower/kernel/loop_writer.h"

namespace fiberloom {

/// A place in the coordinates of one level, moved by a loop.
struct LoopCursor {
  const ExprNode* leaf = nullptr;
  size_t level = 0;
  bool all = false;     ///< every coordinate, where `present` holds: no array behind it
  bool ranges = false;  ///< stands on all positions of a coordinate at once
  Presence present = Presence::always();
  std::string at{};           ///< names in C: its position,
  std::string end{};          ///< the first position behind the fiber,
  std::string next{};         ///< behind the coordinate's positions,
  std::string coordinates{};  ///< and the array
  std::string begin{};        ///< the first position, an expression
  std::string stop{};         ///< what `end` is, an expression

  /// Its coordinate in C.
  std::string coordinate() const { return all ? at : coordinates + "[" + at + "]"; }
};

/// By cursor: whether it stands at the loop's coordinate.
using Standing = std::vector<Presence>;

/// The cursors of an iteration set, and when the set has a coordinate at which some of them stand.
class LoopCursors {
 public:
  LoopCursors(LoopWriter& writer, Iteration set, std::string variable);

  const std::vector<LoopCursor>& all() const { return cursors_; }
  Presence present(const Standing& here) const { return present(set_, here); }
  /// The same of a part of the set.
  Presence present(const Iteration& set, const Standing& here) const;
  size_t cursor_of(const Iteration& scan) const { return cursor_of_.at(scan.get()); }
  /// How many coordinates the set has at most, an expression in C.
  std::string most() const { return most(set_); }
  bool has_cursor(const Iteration& scan) const { return cursor_of_.contains(scan.get()); }

  /// The cursor's fiber is empty for sure.
  Standing start() const;
  /// Does the set have every coordinate, wherever cursors stand?
  bool everywhere(const Standing& here) const;
  /// Does it have the least coordinate of all cursors, whichever stands there? A plain union does.
  bool is_sure(const Standing& here) const;
  /// Is there no coordinate without this cursor?
  bool requires_cursor(size_t cursor, Standing here) const;

 private:
  std::string most(const Iteration& set) const;
  void collect(const Iteration& set);
  void add(const Iteration& scan, const ExprNode* leaf);
  void add_all(const Iteration& scan, const Presence& present);

  LoopWriter& writer_;
  Iteration set_;
  std::string variable_;
  std::vector<LoopCursor> cursors_;
  std::map<const IterationSet*, size_t> cursor_of_;
};

}  // namespace fiberloom
