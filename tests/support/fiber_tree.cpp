#include "support/fiber_tree.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace fiberloom::testing {
namespace {

/// Writes one stream. A stop is held back until it is known that no outer fiber ends with it.
class StreamWriter {
 public:
  StreamWriter(size_t loop, const std::function<std::string(uint64_t)>& data)
      : loop_(loop), data_(data) {}

  std::string write(const FiberTree& tree) {
    walk(tree, 0);
    flush();
    return text_ + "D";
  }

 private:
  struct Stop {
    size_t level;
    size_t unborn;
  };

  void walk(const FiberTree& fiber, size_t at) {
    if (at == loop_) {
      for (const uint64_t c : fiber.coordinates) {
        text_ += data_(c) + ' ';
      }
      stop_ = Stop{0, 0};
      return;
    }
    for (const FiberTree& inner : fiber.below) {
      flush();
      walk(inner, at + 1);
    }
    if (fiber.below.empty()) {
      flush();
      stop_ = Stop{loop_ - at, loop_ - at};  // none of the fibers inside began
    } else {
      ++stop_->level;
    }
  }

  void flush() {
    if (stop_) {
      text_ += stop_->unborn == 0 ? fmt::format("S{} ", stop_->level)
                                  : fmt::format("S{}^{} ", stop_->level, stop_->unborn);
    }
    stop_.reset();
  }

  size_t loop_;
  const std::function<std::string(uint64_t)>& data_;
  std::string text_;
  std::optional<Stop> stop_;
};

}  // namespace

size_t FiberTree::points(size_t loop) const {
  if (loop == 0) {
    return coordinates.size();
  }
  size_t sum = 0;
  for (const FiberTree& inner : below) {
    sum += inner.points(loop - 1);
  }
  return sum;
}

FiberTree random_tree(Random& random, size_t loops, uint64_t longest, uint64_t extent) {
  FiberTree tree;
  // Empty fibers are the interesting ones, so they are frequent.
  const uint64_t wanted = random.chance(25) ? 0 : random.between(1, longest);
  while (tree.coordinates.size() < std::min(wanted, extent)) {
    const uint64_t c = random.below(extent);
    if (std::ranges::find(tree.coordinates, c) == tree.coordinates.end()) {
      tree.coordinates.push_back(c);
    }
  }
  std::ranges::sort(tree.coordinates);
  if (loops > 1) {
    for (size_t k = 0; k < tree.coordinates.size(); ++k) {
      tree.below.push_back(random_tree(random, loops - 1, longest, extent));
    }
  }
  return tree;
}

std::string stream_text(const FiberTree& tree, size_t loop,
                        const std::function<std::string(uint64_t)>& data) {
  return StreamWriter(loop, data).write(tree);
}

std::string coordinate_stream(const FiberTree& tree, size_t loop) {
  return stream_text(tree, loop, [](uint64_t c) { return std::to_string(c); });
}

}  // namespace fiberloom::testing
