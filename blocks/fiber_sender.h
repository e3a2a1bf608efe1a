#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "point_store.h"
#include "sim/block.h"
#include "sim/fire_ports.h"

namespace fiberloom {

/// The sending half of an accumulator or sorter: puts closed fiber trees on crd0..crd(n-1) and val.
/// A firing puts one point (with the outer coordinates that change) or the stops between two.
template <class T>
class FiberSender {
 public:
  /// `crds` and `val` are outputs of `process`, `closed` its input for trees.
  FiberSender(Process& process, In& closed, std::vector<Out*> crds, Out& val, bool stops_late)
      : process_(process),
        closed_(closed),
        crds_(std::move(crds)),
        val_(val),
        stops_late_(stops_late) {}

  void start() { process_.start(run()); }

  /// The token that hands over a tree whose crd0 fiber ends with S(level)^unborn.
  Token close(PointTree<T> tree, uint64_t level, uint64_t unborn) {
    ++trees_;
    points_ += tree.values.size();
    largest_ = std::max<uint64_t>(largest_, tree.values.size());
    size_t slot = slots_.size();
    if (free_.empty()) {
      slots_.push_back({std::move(tree), level, unborn});
    } else {
      slot = free_.back();
      free_.pop_back();
      slots_[slot] = {std::move(tree), level, unborn};
    }
    return data_token(slot);
  }
  /// An emptied tree whose memory can be used again.
  PointTree<T> recycle() {
    if (spare_.empty()) {
      return {};
    }
    PointTree<T> tree = std::move(spare_.back());
    spare_.pop_back();
    tree.coordinates.clear();
    tree.values.clear();
    return tree;
  }

  uint64_t trees() const { return trees_; }
  uint64_t points() const { return points_; }
  uint64_t largest() const { return largest_; }

 private:
  struct Closed {
    PointTree<T> tree;
    uint64_t level;
    uint64_t unborn;
  };

  size_t n() const { return crds_.size(); }

  Task run() {
    bool holds_stop = false;
    Closed closed{};
    for (;;) {
      const Token handed = co_await take(closed_);
      if (holds_stop) {
        co_await fire_ports(process_, {}, ports_from(0));
        put_stops(closed);
      }
      if (handed.is_done()) {
        co_await fire_ports(process_, {}, ports_from(0));
        for (Out* out : ports_from(0)) {
          *out << done_token();
        }
        co_return;
      }
      closed = std::move(slots_[handed.payload]);
      free_.push_back(handed.payload);
      const PointTree<T>& tree = closed.tree;
      for (size_t p = 0; p < tree.values.size();) {
        const size_t first = p == 0 ? 0 : first_difference(tree, p);
        if (p > 0 && first + 1 < n()) {
          co_await fire_ports(process_, {}, ports_from(first + 1));
          for (size_t k = first + 1; k < n(); ++k) {
            *crds_[k] << stop_token(k - first - 1);
          }
          val_ << stop_token(n() - 2 - first);
        }
        if (first + 1 < n()) {
          co_await fire_ports(process_, {}, ports_from(first));
          for (size_t k = first; k < n(); ++k) {
            *crds_[k] << data_token(tree.coordinates[p * n() + k]);
          }
          val_ << value_token(tree.values[p]);
          ++p;
        }
        const size_t begin = p;
        p = row_end(tree, p);
        co_await burst(push(*crds_.back(), val_), p - begin, [&tree, begin, this](uint64_t k) {
          const size_t q = begin + k;
          return std::pair(data_token(tree.coordinates[q * n() + n() - 1]),
                           value_token(tree.values[q]));
        });
      }
      holds_stop = stops_late_;
      if (!stops_late_) {
        co_await fire_ports(process_, {}, ports_from(0));
        put_stops(closed);
      }
    }
  }

  /// The outermost coordinate in which point `p` differs from the one before.
  size_t first_difference(const PointTree<T>& tree, size_t p) const {
    const uint64_t* before = &tree.coordinates[(p - 1) * n()];
    return static_cast<size_t>(std::mismatch(before, before + n(), before + n()).first - before);
  }
  /// The first point after `p - 1` that does not lie in the same innermost fiber.
  size_t row_end(const PointTree<T>& tree, size_t p) const {
    if (n() == 1) {
      return tree.values.size();
    }
    while (p < tree.values.size() && first_difference(tree, p) + 1 == n()) {
      ++p;
    }
    return p;
  }

  std::vector<Out*> ports_from(size_t first) const {
    std::vector<Out*> ports(crds_.begin() + static_cast<std::ptrdiff_t>(first), crds_.end());
    ports.push_back(&val_);
    return ports;
  }

  void put_stops(Closed& closed) {
    const bool empty = closed.tree.values.empty();
    for (size_t k = 0; k < n(); ++k) {
      *crds_[k] << stop_token(closed.level + k, empty ? closed.unborn + k : 0);
    }
    val_ << stop_token(closed.level + n() - 1, empty ? closed.unborn + n() - 1 : 0);
    spare_.push_back(std::move(closed.tree));
  }

  Process& process_;
  In& closed_;
  std::vector<Out*> crds_;
  Out& val_;
  bool stops_late_;
  std::vector<Closed> slots_;
  std::vector<size_t> free_;
  std::vector<PointTree<T>> spare_;
  uint64_t trees_ = 0;
  uint64_t points_ = 0;
  uint64_t largest_ = 0;
};

}  // namespace fiberloom
