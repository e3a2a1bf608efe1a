#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/token.h"
#include "tensor/level.h"

namespace fiberloom {

/// The fiber trees that a buffer keeps: all of the same number of compressed levels, one after the
/// other. References to level k are positions among the coordinates of that level in all trees; a
/// tree's own reference is its number.
///
/// A tree is forgotten as soon as every reader has gone on to a later one. Blocks keep the order of
/// references, so no reader of a checked graph goes back.
class TreeStore {
 public:
  class Reader;

  explicit TreeStore(size_t levels);
  ~TreeStore();
  TreeStore(const TreeStore&) = delete;
  TreeStore& operator=(const TreeStore&) = delete;

  size_t levels() const { return open_.levels.size(); }
  uint64_t trees() const { return closed_; }
  /// Values in all trees so far, and in the largest one.
  uint64_t points() const { return open_.first_position.back(); }
  uint64_t largest() const { return largest_; }
  /// Closed trees that some reader may still need.
  size_t held() const { return kept_.size(); }

  // --- writing
  void add(size_t level, uint64_t coordinate) { open_.levels[level].coordinates.push_back(coordinate); }
  /// A value, or N, of the last coordinate of the last level.
  void add_value(Token value) { open_.values.push_back(value); }
  void end_fiber(size_t level);
  /// Ends the tree and returns its reference.
  uint64_t close_tree();

  // --- reading: one reader a block
  /// Level `k`, as if it were a tensor's. The store owns it.
  const Level& read_level(size_t k);
  Reader& read_values();

 private:
  struct Fibers {
    std::vector<uint64_t> coordinates;
    std::vector<uint64_t> ends;  ///< of every fiber, where its coordinates end
  };
  struct Tree {
    std::vector<Fibers> levels;
    std::vector<Token> values;
    std::vector<uint64_t> first_position;  ///< by level: of the tree's coordinates among all trees'
  };
  class StoredLevel;

  Reader& make_reader();
  void forget();

  Tree open_;
  Tree spare_;             ///< a forgotten tree, whose memory is used again
  std::deque<Tree> kept_;  ///< closed trees from number closed_ - kept_.size() on
  uint64_t closed_ = 0;
  uint64_t largest_ = 0;
  std::vector<std::unique_ptr<Reader>> readers_;
  std::vector<std::unique_ptr<Level>> level_readers_;
};

/// One reader's place in a store.
class TreeStore::Reader {
 public:
  explicit Reader(TreeStore& store) : store_(store) {}

  /// The value, or N, at a position of the last level. Throws Error (bad_input): no such position.
  Token value(uint64_t position);

 private:
  friend class TreeStore;

  /// Goes on to a tree, or to the tree of a position of a level. Throws Error (bad_input): there is
  /// none, or the reader would go back. Only a wrong graph can ask for either.
  const Tree& tree(uint64_t number);
  const Tree& tree_of(size_t level, uint64_t position);
  [[noreturn]] void refuse(uint64_t reference) const;

  TreeStore& store_;
  uint64_t at_ = 0;  ///< the number of the tree that is being read
};

}  // namespace fiberloom
