#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/random.h"

namespace fiberloom::testing {

/// Fibers in fibers: the coordinates of one loop, each with the fiber below it. What streams over
/// nested loops say, before it is written as tokens.
struct FiberTree {
  std::vector<uint64_t> coordinates;
  std::vector<FiberTree> below;  ///< as the coordinates; empty in the innermost loop

  /// The number of points in loop `loop`, 0 the outermost.
  size_t points(size_t loop) const;
};

/// A tree of `loops` nested loops whose fibers have up to `longest` coordinates below `extent`.
FiberTree random_tree(Random& random, size_t loops, uint64_t longest, uint64_t extent);

/// The stream of loop `loop` of a tree, where `data` gives the text of each point, with the stops
/// that lowering.md section 1 asks for, worked out from the tree alone.
std::string stream_text(const FiberTree& tree, size_t loop,
                        const std::function<std::string(uint64_t coordinate)>& data);
/// The same for coordinates themselves.
std::string coordinate_stream(const FiberTree& tree, size_t loop);

}  // namespace fiberloom::testing
