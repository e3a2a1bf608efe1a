#pragma once

#include <string>
#include <vector>

#include "loopnest/walk.h"
#include "lower/kernel/kernel_frame.h"

namespace fiberloom {

/// How a destination is filled.
struct Filling {
  std::vector<bool> all;  ///< by level, whether its loop visits every coordinate
  size_t direct;          ///< levels that the loops fill; a workspace, or additions, those below
  bool accumulates;       ///< values are added to what is there, or not all are written
  /// By level, how many coordinates a compressed one may get in all, an expression in C; empty:
  /// that is not known.
  std::vector<std::string> expected;
};

/// Storage that a kernel fills in its storage order: the result, or a temporary. Dense levels are
/// written in place; compressed ones are appended to, a fiber after the other.
///
/// For each level, outermost first: open, then for each coordinate enter .. leave, then close.
class Destination {
 public:
  /// The result, whose arrays go to the host.
  static Destination result(KernelFrame& frame, const std::string& name, const TensorFormat& format,
                            const IndexVariables& variables);
  /// A temporary: operand `number` of the frame.
  static Destination temporary(KernelFrame& frame, size_t number, const TensorFormat& format,
                               const IndexVariables& variables);

  /// Of the levels, in storage order.
  const IndexVariables& variables() const { return variables_; }
  bool dense(size_t level) const { return dense_[level]; }
  /// The compressed levels are below this one.
  size_t sparse_levels() const { return sparse_levels_; }

  /// Declares and allocates the arrays.
  void begin(Filling filling);
  /// Several threads fill it, each run of the outermost level from a place of its own on: `places`
  /// gives the segments of an operand whose fibers are no shorter. Only where a single level is
  /// compressed.
  void share(const std::string& places) { places_ = places; }
  bool shared() const { return !places_.empty(); }
  /// At a run's beginning, at a coordinate of the outermost level: its place.
  void go_to_place(const std::string& first);
  /// After all runs: moves what they wrote together.
  void close_gaps(const std::string& runs, const std::string& count);
  /// Empties it.
  void restart();
  /// `most`: so many coordinates, an expression in C, may come before close.
  void open(size_t level, const std::string& most);
  void enter(size_t level);
  void leave(size_t level);
  void close(size_t level);
  /// The value at the coordinates of all levels: stored, or added to what is there.
  void store(const CValue& value);
  void add(const CValue& value);
  /// From now on add is safe for threads that write the same places. Dense only.
  void add_atomically() { atomic_ = true; }
  /// Ends all fibers that began, or were skipped, before the coordinate `last` of the outermost
  /// level; empty: all.
  void end(const std::string& last = {});
  /// The statements that put a result's arrays into a fiberloom_result.
  void hand_over(CodeText& code, const std::string& into) const;
  /// Writes down how many positions each level has, in an array.
  void note_counts(const std::string& array);
  /// A letter a level: d or s.
  std::string formats() const;

 private:
  Destination(KernelFrame& frame, const TensorFormat& format, const IndexVariables& variables);

  bool last(size_t level) const { return level + 1 == dense_.size(); }
  std::string parent(size_t level) const;
  std::string position(size_t level) const;
  /// The product of the sizes of dense levels [level, ..) up to the next compressed one.
  std::string block(size_t level, const std::string& outermost = {}) const;
  bool needs_filling(size_t level) const;
  /// The outer levels of a dense destination whose loops visit all coordinates: what is below is
  /// set to zero as they come to it.
  size_t visited_levels() const;
  void set_to_zero(size_t levels);
  size_t nearest_sparse_above(size_t level) const;
  void name_arrays(const std::string& name, size_t operand);
  void reserve(size_t level, const std::string& most);
  void write_value(const CValue& value, bool added);
  std::string value_position() const;
  std::string part(size_t level, const std::string& what) const;

  KernelFrame& frame_;
  std::string name_{};
  IndexVariables variables_;
  std::vector<bool> dense_{};
  size_t sparse_levels_ = 0;
  bool is_result_ = false;
  bool atomic_ = false;
  std::string places_{};
  Filling filling_{};
  std::vector<std::string> segments_{};
  std::vector<std::string> coordinates_{};
  std::string values_{};
};

}  // namespace fiberloom
