#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "loopnest/iteration_set.h"
#include "lower/kernel/kernel_frame.h"
#include "lower/kernel/leaf_code.h"

namespace fiberloom {

/// The part of a variable's extent that a loop visits: coordinates in [first, last), in C; with a
/// leaf, positions of that leaf's level, which must be all that the loop runs over. Empty: all.
struct LoopWindow {
  std::string first;
  std::string last;
  const ExprNode* leaf = nullptr;
};

/// The positions of one fiber, in C.
struct LoopFiber {
  std::string begin;
  std::string end;

  std::string count() const { return begin == "0" ? end : end + " - " + begin; }
};

/// Does a level stand on all positions of a coordinate at once, because another one of its COO
/// group is below?
bool hands_out_ranges(const Walk& walk, size_t level);

/// A variable in which a loop adds values up, in any order: names in C.
struct LoopSum {
  std::string name;
  std::string any;  ///< a flag: whether there was a value
};

/// What a schedule asks of a loop.
struct LoopHints {
  uint64_t unroll = 0;  ///< write out so many iterations
  bool vector = false;

  /// The lines before the loop. Throws Error (bad_input): both are asked for.
  std::vector<std::string> pragmas(const std::string& variable) const;
};

/// What is done with a loop's coordinates.
struct LoopBody {
  /// Writes what stands before the loop; `most`: so many coordinates it has at most, an expression
  /// in C.
  std::function<void(const std::string& most)> before;
  /// Writes what stands in the loop. It is called once for each copy of the loop that the lattice
  /// needs, with the leaves where they stand inside; they are put back afterwards.
  /// `dense`: the loop visits one coordinate after the other, so that it may become vector code.
  std::function<void(bool dense)> inside;
  /// What the inside adds to, if it does nothing else.
  std::function<std::optional<LoopSum>()> sum;
  bool sums = false;  ///< the inside adds to a variable
  LoopHints hints{};
};

/// Writes loops over iteration sets: a cursor for each sparse level of the set, moved as the set's
/// merge lattice says (Kjolstad et al., OOPSLA 2017), dense levels looked up.
class LoopWriter {
 public:
  LoopWriter(KernelFrame& frame, const Walks& walks, LeafCodes& leaves)
      : frame_(frame), walks_(walks), leaves_(leaves) {}

  /// Writes the loop over a set of a variable's coordinates.
  void write(const Iteration& set, const std::string& variable,
             const std::optional<LoopWindow>& window, const LoopBody& body);

  /// How many coordinates of the variable the set has at most, over all fibers of the operands, an
  /// expression in C; empty: that is not known before the kernel runs.
  std::string expected(const Iteration& set, const std::string& variable);
  /// The positions of a leaf's level, an expression in C; empty for temporaries and dense levels.
  std::string positions(const ExprNode* leaf, size_t level);

  /// The fiber of a leaf, where it stands, in its level of a variable.
  LoopFiber fiber(const ExprNode* leaf, const std::string& variable);
  /// The fiber in the next level, which is no dense one, of a leaf that stands there.
  LoopFiber sparse_fiber(const ExprNode* leaf, const LeafCode& code);
  /// The positions of that level in all fibers, an expression in C.
  std::string all_positions(const ExprNode* leaf, const std::string& variable);
  /// What a loop of `variable` must visit so that the last of `over`, the leaf's outer levels, has
  /// the positions [first, last). Throws Error (bad_input): the leaf's levels are others.
  LoopWindow owners(const ExprNode* leaf, const std::vector<std::string>& over,
                    const std::string& variable, const std::string& first, const std::string& last);

  /// Does the loop visit every coordinate of the variable, whatever the data? `absent`: leaves that
  /// may be absent where it stands.
  bool visits_all(const Iteration& set, const std::string& variable,
                  const std::set<const ExprNode*>& absent = {}) const;

  /// The variable of a leaf's position in a level.
  const std::string& position_name(const ExprNode* leaf, size_t level);

  KernelFrame& frame() { return frame_; }
  const Walks& walks() const { return walks_; }
  LeafCodes& leaves() { return leaves_; }

 private:
  bool surely_present(const Expr& leaf, const std::set<const ExprNode*>& absent) const;

  KernelFrame& frame_;
  const Walks& walks_;
  LeafCodes& leaves_;
  std::map<std::pair<const ExprNode*, size_t>, std::string> positions_;
  int copies_ = 1;  ///< of the text inside the loops being written
};

}  // namespace fiberloom
