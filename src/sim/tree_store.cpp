#include "sim/tree_store.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostic.h"

namespace fiberloom {

/// One level of all trees, for the block that reads it.
class TreeStore::StoredLevel final : public Level {
 public:
  StoredLevel(Reader& reader, size_t k)
      : Level(std::numeric_limits<uint64_t>::max()), reader_(reader), k_(k) {}

  uint64_t positions() const override { return reader_.store_.open_.first_position[k_]; }
  std::vector<LevelArray> arrays() const override { return {}; }

  /// The cursor runs over the tree's own coordinates; base is the position of its first.
  FiberCursor open(uint64_t reference) const override {
    const Tree& tree = k_ == 0 ? reader_.tree(reference) : reader_.tree_of(k_ - 1, reference);
    const uint64_t fiber = k_ == 0 ? 0 : reference - tree.first_position[k_ - 1];
    const auto& ends = tree.levels[k_].ends;
    return {.next = fiber == 0 ? 0 : ends[fiber - 1],
            .end = ends[fiber],
            .base = tree.first_position[k_]};
  }

  size_t read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
              uint64_t* references) const override {
    const size_t n = std::min<uint64_t>(count, cursor.end - cursor.next);
    if (n > 0) {
      const auto& stored = reader_.tree(reader_.at_).levels[k_].coordinates;
      for (size_t i = 0; i < n; ++i) {
        coordinates[i] = stored[cursor.next + i];
        references[i] = cursor.base + cursor.next + i;
      }
    }
    cursor.next += n;
    return n;
  }

  std::optional<uint64_t> locate(uint64_t reference, uint64_t coordinate) const override {
    const FiberCursor fiber = open(reference);
    const auto& stored = reader_.tree(reader_.at_).levels[k_].coordinates;
    const auto begin = stored.begin() + static_cast<std::ptrdiff_t>(fiber.next);
    const auto end = stored.begin() + static_cast<std::ptrdiff_t>(fiber.end);
    const auto found = std::lower_bound(begin, end, coordinate);
    if (found == end || *found != coordinate) {
      return std::nullopt;
    }
    return fiber.base + static_cast<uint64_t>(found - stored.begin());
  }

 private:
  Reader& reader_;
  size_t k_;
};

TreeStore::TreeStore(size_t levels)
    : open_{.levels = std::vector<Fibers>(levels),
            .values = {},
            .first_position = std::vector<uint64_t>(levels)} {}

TreeStore::~TreeStore() = default;

void TreeStore::end_fiber(size_t level) {
  Fibers& fibers = open_.levels[level];
  fibers.ends.push_back(fibers.coordinates.size());
}

uint64_t TreeStore::close_tree() {
  largest_ = std::max<uint64_t>(largest_, open_.values.size());
  Tree next = std::exchange(spare_, {});
  next.levels.resize(levels());
  next.values.clear();
  next.first_position = open_.first_position;
  for (size_t k = 0; k < levels(); ++k) {
    next.levels[k].coordinates.clear();
    next.levels[k].ends.clear();
    next.first_position[k] += open_.levels[k].coordinates.size();
  }
  kept_.push_back(std::exchange(open_, std::move(next)));
  const uint64_t number = closed_++;
  forget();
  return number;
}

const Level& TreeStore::read_level(size_t k) {
  level_readers_.push_back(std::make_unique<StoredLevel>(make_reader(), k));
  return *level_readers_.back();
}

TreeStore::Reader& TreeStore::read_values() { return make_reader(); }

TreeStore::Reader& TreeStore::make_reader() {
  readers_.push_back(std::make_unique<Reader>(*this));
  return *readers_.back();
}

void TreeStore::forget() {
  uint64_t needed = closed_;
  for (const auto& reader : readers_) {
    needed = std::min(needed, reader->at_);
  }
  while (closed_ - kept_.size() < needed) {
    spare_ = std::move(kept_.front());
    kept_.pop_front();
  }
}

Token TreeStore::Reader::value(uint64_t position) {
  const size_t last = store_.levels() - 1;
  const Tree& tree = tree_of(last, position);
  return tree.values[position - tree.first_position[last]];
}

const TreeStore::Tree& TreeStore::Reader::tree(uint64_t number) {
  if (number < at_ || number >= store_.closed_) [[unlikely]] {
    refuse(number);
  }
  if (number != at_) {
    at_ = number;
    store_.forget();
  }
  return store_.kept_[number - (store_.closed_ - store_.kept_.size())];
}

const TreeStore::Tree& TreeStore::Reader::tree_of(size_t level, uint64_t position) {
  for (uint64_t number = at_; number < store_.closed_; ++number) {
    const Tree& candidate = store_.kept_[number - (store_.closed_ - store_.kept_.size())];
    const uint64_t first = candidate.first_position[level];
    if (position < first) {
      break;
    }
    if (position - first < candidate.levels[level].coordinates.size()) {
      return tree(number);
    }
  }
  refuse(position);
}

void TreeStore::Reader::refuse(uint64_t reference) const {
  throw bad_input(fmt::format("a buffer keeps nothing for reference {}", reference), {},
                  "it has sent no such reference, or a later one has been read before");
}

}  // namespace fiberloom
