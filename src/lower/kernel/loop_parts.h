#pragma once

#include <optional>
#include <string>

#include "loopnest/plan.h"
#include "lower/kernel/loop_writer.h"

namespace fiberloom {

/// How many values a part of a variable has, and which of the variable's coordinates are left where
/// some parts are known: what splits, fusions and position loops mean, in C.
class LoopParts {
 public:
  LoopParts(LoopWriter& writer, const Scheduled& schedule) : writer_(writer), schedule_(schedule) {}

  /// The loops that are being written, from the outside.
  void enter(const std::string& part) { known_.push_back(part); }
  void leave() { known_.pop_back(); }

  /// The number of a part's values, an expression in C.
  std::string extent(const std::string& part);
  /// The same as a constant of the kernel.
  std::string count(const std::string& part) { return constant(part + "_count", extent(part)); }
  /// How many coordinates of its variable each value of an outer part stands for.
  std::string coordinates_each(const std::string& part);
  /// What a variable's loop must visit; nothing: all.
  std::optional<LoopWindow> window(const std::string& variable);

 private:
  struct Interval {
    std::string first;
    std::string last;
    bool point = false;
  };
  std::optional<Interval> interval(const std::string& name);
  std::optional<Interval> of_split(const Split& split);
  std::optional<Interval> of_fusion(const Fusion& fusion, bool outer);
  std::string factor(const Split& split);
  std::string value_of(const std::string& name);
  std::optional<LoopWindow> position_window(const std::string& variable,
                                            const PositionLoop& position);
  std::string constant(const std::string& wanted, const std::string& value);
  const PositionLoop* position_of(const std::string& name) const;
  const ExprNode* leaf_of(const std::string& tensor) const;

  LoopWriter& writer_;
  const Scheduled& schedule_;
  IndexVariables known_;
};

}  // namespace fiberloom
