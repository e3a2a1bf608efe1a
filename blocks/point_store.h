#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace fiberloom {

/// A set of coordinates below `extent` that is emptied in rising order: three levels of words, so
/// that both adding and going on to the next one cost a few instructions.
class CoordinateSet {
 public:
  explicit CoordinateSet(uint64_t extent)
      : bits_((extent >> 6) + 1), words_((extent >> 12) + 1), blocks_((extent >> 18) + 1) {}

  /// True if `c` was not there.
  bool add(uint64_t c) {
    uint64_t& word = bits_[c >> 6];
    const uint64_t bit = uint64_t{1} << (c & 63);
    if ((word & bit) != 0) {
      return false;
    }
    if (word == 0) {
      words_[c >> 12] |= uint64_t{1} << (c >> 6 & 63);
      blocks_[c >> 18] |= uint64_t{1} << (c >> 12 & 63);
    }
    word |= bit;
    return true;
  }

  template <class F>
  void drain(F&& f) {
    for (uint64_t a = 0; a < blocks_.size(); ++a) {
      for (; blocks_[a] != 0; blocks_[a] &= blocks_[a] - 1) {
        const uint64_t b = a << 6 | static_cast<uint64_t>(std::countr_zero(blocks_[a]));
        for (; words_[b] != 0; words_[b] &= words_[b] - 1) {
          const uint64_t c = b << 6 | static_cast<uint64_t>(std::countr_zero(words_[b]));
          for (; bits_[c] != 0; bits_[c] &= bits_[c] - 1) {
            f(c << 6 | static_cast<uint64_t>(std::countr_zero(bits_[c])));
          }
        }
      }
    }
  }

 private:
  std::vector<uint64_t> bits_;
  std::vector<uint64_t> words_;
  std::vector<uint64_t> blocks_;
};

/// A fiber tree that was accumulated: points of n coordinates, sorted, with their values.
template <class T>
struct PointTree {
  std::vector<uint64_t> coordinates;  ///< n a point
  std::vector<T> values;
};

/// Sums values by one coordinate, in arrays as long as the extent.
template <class T>
class DensePoints {
 public:
  explicit DensePoints(uint64_t extent) : set_(extent), sums_(extent) {}

  void add(uint64_t c, T value) {
    if (set_.add(c)) {
      sums_[c] = value;
    } else {
      sums_[c] += value;
    }
  }
  /// Moves all points, sorted, into `tree`.
  void drain(PointTree<T>& tree) {
    set_.drain([&](uint64_t c) {
      tree.coordinates.push_back(c);
      tree.values.push_back(sums_[c]);
    });
  }
  uint64_t extent() const { return sums_.size(); }

 private:
  CoordinateSet set_;
  std::vector<T> sums_;
};

/// Sums values by n coordinates in a hash table; for any extents.
template <class T>
class HashedPoints {
 public:
  explicit HashedPoints(size_t n) : n_(n), index_(16, Hash{this}, Equal{this}) {}

  void add(std::span<const uint64_t> point, T value) {
    // The candidate stands at the end of the pool, where the table's functions can read it.
    const size_t candidate = values_.size();
    pool_.insert(pool_.end(), point.begin(), point.end());
    const auto [entry, fresh] = index_.emplace(candidate, candidate);
    if (fresh) {
      values_.push_back(value);
    } else {
      pool_.resize(pool_.size() - n_);
      values_[entry->second] += value;
    }
  }
  /// Moves all points, sorted, into `tree`.
  void drain(PointTree<T>& tree) {
    std::vector<size_t> order(values_.size());
    for (size_t k = 0; k < order.size(); ++k) {
      order[k] = k;
    }
    std::ranges::sort(order, [this](size_t a, size_t b) {
      return std::lexicographical_compare(at(a), at(a) + n_, at(b), at(b) + n_);
    });
    for (const size_t k : order) {
      tree.coordinates.insert(tree.coordinates.end(), at(k), at(k) + n_);
      tree.values.push_back(values_[k]);
    }
    index_.clear();
    pool_.clear();
    values_.clear();
  }

 private:
  struct Hash {
    const HashedPoints* points;
    size_t operator()(size_t k) const {
      uint64_t h = 0;
      for (size_t i = 0; i < points->n_; ++i) {
        h = (h ^ points->at(k)[i]) * 0x9e3779b97f4a7c15;
        h ^= h >> 32;
      }
      return h;
    }
  };
  struct Equal {
    const HashedPoints* points;
    bool operator()(size_t a, size_t b) const {
      return std::equal(points->at(a), points->at(a) + points->n_, points->at(b));
    }
  };
  const uint64_t* at(size_t k) const { return pool_.data() + k * n_; }

  size_t n_;
  std::vector<uint64_t> pool_;
  std::vector<T> values_;
  std::unordered_map<size_t, size_t, Hash, Equal> index_;
};

}  // namespace fiberloom
