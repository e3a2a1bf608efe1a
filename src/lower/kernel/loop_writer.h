#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "loopnest/iteration_set.h"
#include "lower/kernel/kernel_frame.h"
#include "lower/kernel/leaf_code.h"

namespace fiberloom {

/// The part of a variable's extent that a loop visits: coordinates in [first, last), names in C.
struct LoopWindow {
  std::string first;
  std::string last;
};

/// Writes loops over iteration sets: a cursor for each sparse level of the set, moved as the set's
/// merge lattice says (Kjolstad et al., OOPSLA 2017), dense levels looked up.
class LoopWriter {
 public:
  LoopWriter(KernelFrame& frame, const Walks& walks, LeafCodes& leaves)
      : frame_(frame), walks_(walks), leaves_(leaves) {}

  /// `body` writes what stands in the loop; it is called once for each copy of the loop that the
  /// lattice needs, with the leaves where they stand inside. They are put back afterwards.
  void write(const Iteration& set, const std::string& variable,
             const std::optional<LoopWindow>& window, const std::function<void()>& body);

  /// Does the loop visit every coordinate of the variable, whatever the data?
  bool visits_all(const Iteration& set, const std::string& variable) const;

  /// The variable of a leaf's position in a level.
  const std::string& position_name(const ExprNode* leaf, size_t level);

  KernelFrame& frame() { return frame_; }
  const Walks& walks() const { return walks_; }
  LeafCodes& leaves() { return leaves_; }

 private:
  bool surely_present(const Expr& leaf) const;

  KernelFrame& frame_;
  const Walks& walks_;
  LeafCodes& leaves_;
  std::map<std::pair<const ExprNode*, size_t>, std::string> positions_;
  int copies_ = 1;  ///< of the text inside the loops being written
};

}  // namespace fiberloom
