#pragma once

#include <string>
#include <vector>

#include "loopnest/plan.h"

namespace fiberloom {

/// A loop of a kernel. Where a schedule splits or fuses variables, the loop of a plan's variable
/// stands at the last of their parts; the other parts are counted by loops of their own.
struct KernelLoop {
  std::string name;                    ///< in the schedule's order
  const Loop* loop = nullptr;          ///< the plan's loop; null: it counts `name`
  IndexVariables over{};               ///< the statement's variables that it takes part in
  std::vector<const Where*> wheres{};  ///< made just before it
};

/// The loops of a nest, outermost first. `around`: the statement's variables whose loops stand
/// around it.
std::vector<KernelLoop> kernel_loops(const Nest& nest, const Scheduled& schedule,
                                     const IndexVariables& around);

/// How loops come together to the coordinates of a result.
struct LoopLevels {
  /// By level: its first loop, and its last, behind which the coordinate is known.
  struct Group {
    size_t first;
    size_t last;
  };
  std::vector<Group> groups;  ///< of the outer levels that are visited in order
  size_t loops = 0;           ///< of these groups
  size_t summed = 0;          ///< from this loop on all are reduced
};

/// `want`: the variables of a destination's levels.
LoopLevels levels_of(const std::vector<KernelLoop>& loops, const Nest& nest,
                     const Scheduled& schedule, const IndexVariables& want);

}  // namespace fiberloom
