#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fiber_sender.h"
#include "nested_streams.h"
#include "point_store.h"
#include "sim/block.h"

namespace fiberloom {

/// Timing habits of SAM's accumulator.
struct AccumulationHabits {
  bool closes_with_next = false;
  bool stops_with_next = false;
};

/// What all blocks that collect points and give them back sorted have in common: the half that
/// sends. `Closing` says which of crd0's stops close a tree, and how the tree's own fiber ends:
///
///   static bool closes(Token stop);
///   static Token end(Token stop);
template <class T, class Closing>
class CollectorBase : public Block {
 public:
  CollectorBase(const BlockContext& context, AccumulationHabits habits)
      : Block(context), closes_with_next_(habits.closes_with_next) {
    Process& process = add_process("send");
    std::vector<Out*> crds;
    for (const OutputPort& port : context.wired.outputs) {
      if (port.family->kind == StreamKind::crd) {
        crds.push_back(&output(port.name, process));
      }
    }
    In& closed = input("closed", process);
    join(closed_, closed, {.depth = context.timing.count("buffers")});
    sender_.emplace(process, closed, std::move(crds), output("val", process),
                    habits.stops_with_next);
  }
  std::vector<uint64_t> statistics() const override {
    return {points_, sender_->trees(), sender_->points(), sender_->largest()};
  }

 protected:
  /// The token that hands over a tree where crd0 shows `stop`.
  Token close(PointTree<T> tree, Token stop) {
    const Token end = Closing::end(stop);
    return sender_->close(std::move(tree), end.level(), end.unborn());
  }

  Out& closed_ = output("closed");
  std::optional<FiberSender<T>> sender_;
  bool closes_with_next_;
  uint64_t points_ = 0;
};

/// Collects points of any number of coordinates of any extent in a hash table.
template <class T, class Closing>
class HashedCollector final : public CollectorBase<T, Closing> {
 public:
  HashedCollector(const BlockContext& context, AccumulationHabits habits)
      : CollectorBase<T, Closing>(context, habits),
        streams_(*this, this->inputs_of("crd{k}"), this->input("val")),
        order_(permutation(context)),
        points_in_(order_.size()),
        point_(order_.size()) {}
  void start() override {
    this->main().start(run());
    this->sender_->start();
  }

 private:
  Task run() {
    for (;;) {
      const NestedStreams::Head head = co_await streams_.head();
      if (head.is_point) {
        co_await fire(pop(streams_.inner(), streams_.val()));
        if (head.value.is_data()) {
          add(head.value);
        }
        continue;
      }
      const bool closes =
          head.outer.is_done() || (head.outer.is_stop() && Closing::closes(head.outer));
      const bool late = head.outer.is_stop() && closes && this->closes_with_next_;
      streams_.check_stops(
          co_await streams_.take_stops(closes && !late ? &this->closed_ : nullptr));
      if (!closes) {
        continue;
      }
      if (late) {
        co_await peek(streams_.inner(), streams_.val());
        co_await put(this->closed_);
      }
      if (head.outer.is_done()) {
        this->closed_ << head.outer;
        co_return;
      }
      PointTree<T> tree = this->sender_->recycle();
      points_in_.drain(tree);
      this->closed_ << this->close(std::move(tree), head.outer);
    }
  }

  void add(Token value) {
    ++this->points_;
    for (size_t k = 0; k < order_.size(); ++k) {
      point_[k] = streams_.point()[order_[k]];
    }
    points_in_.add(point_, value.value<T>());
  }

  /// perm: which input coordinate each output coordinate is.
  static std::vector<size_t> permutation(const BlockContext& context) {
    const auto& given = context.parameters().integers("perm");
    std::vector<size_t> order(given.begin(), given.end());
    const auto n = static_cast<size_t>(std::ranges::count(
        context.wired.inputs, "crd{k}", [](const InputPort& port) { return port.family->name; }));
    if (order.empty()) {
      for (size_t k = 0; k < n; ++k) {
        order.push_back(k);
      }
    }
    std::vector<size_t> sorted = order;
    std::ranges::sort(sorted);
    for (size_t k = 0; k < n; ++k) {
      if (sorted.size() != n || sorted[k] != k) {
        throw bad_input("perm must name each of the " + std::to_string(n) + " coordinates once",
                        context.wired.node->where);
      }
    }
    return order;
  }

  NestedStreams streams_;
  std::vector<size_t> order_;
  HashedPoints<T> points_in_;
  std::vector<uint64_t> point_;
};

/// The spec of such a block: `reduced` loops lie between its outermost coordinate and the loops
/// that stay.
BlockSpec collector_spec(std::string type, std::string summary, int reduced);

}  // namespace fiberloom
