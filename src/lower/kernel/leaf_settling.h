#pragma once

#include <string>

#include "lower/kernel/loop_cursor.h"

namespace fiberloom {

/// Puts the leaves of a set where they stand inside its loop: positions in their next levels, and
/// whether they are there at all. A side of a union that is absent is absent in all its leaves.
class LeafSettling {
 public:
  LeafSettling(LoopWriter& writer, const LoopCursors& cursors, const Standing& here,
               const std::string& variable)
      : writer_(writer), cursors_(cursors), here_(here), variable_(variable) {}

  void settle(const Iteration& set) { settle(set, Presence::always()); }

 private:
  void settle(const Iteration& set, const Presence& condition);
  void scan(const Iteration& set, const ExprNode* leaf, const Presence& condition);
  void locate(const ExprNode* leaf, LeafCode code);
  void look_up(const ExprNode* leaf, LeafCode& code);

  LoopWriter& writer_;
  const LoopCursors& cursors_;
  const Standing& here_;
  const std::string& variable_;
};

}  // namespace fiberloom
