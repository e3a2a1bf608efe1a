#pragma once

#include <optional>
#include <string>

#include "loopnest/plan.h"
#include "lower/kernel/loop_writer.h"

namespace fiberloom {

/// The values of a nest's innermost reduced loops, combined in a variable; a single value where
/// there are none.
class ScalarSum {
 public:
  /// `structural`: it matters whether there was any value at all.
  ScalarSum(KernelFrame& frame, const Nest& nest, bool structural);

  void begin();
  void add(const CValue& value);
  /// The OpenMP clause under which threads may add to it; empty: there is none.
  std::string clause();
  CValue made() const { return made_; }
  /// The variable, where values may be added to it in any order.
  std::optional<LoopSum> in_any_order() const;

 private:
  void make_names();

  KernelFrame& frame_;
  Reducer reducer_;
  bool single_;
  bool whole_extent_;
  bool noted_;  ///< whether there was a value is kept in a variable
  std::string name_{};
  std::string any_{};
  CValue made_{};
};

}  // namespace fiberloom
