// Accumulator: sums values under their coordinates over the loop just outside of crd0, and gives
// the sums back as sorted fibers (SAM paper, section 3.5; its order is the number of coordinates
// n).
//
//   crd0(d+2) .. crd(n-1)(d+n+1), val   ->   crd0(d+1) .. crd(n-1)(d+n), val
//
//   data            added under its n coordinates; N adds no point
//   crd0's S0       the next round of the loop that is summed away
//   crd0's Sm^e     m >= 1: the sums so far leave, closing S(m-1)^max(e-1,0), and are forgotten
//
// It takes streams, not points: SAM's coordinate holders and stop droppers in front of it are not
// needed. Two processes: one adds while the other sends what was closed; `buffers` says how many
// closed trees may wait. Sending costs a cycle a point and one a stop.

#include <string>

#include "fiber_sender.h"
#include "nested_streams.h"
#include "point_store.h"
#include "sim/block.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

/// The largest extent for which sums are kept in arrays of that length.
constexpr uint64_t kLargestDense = uint64_t{1} << 22;

/// What the two ways of adding have in common: the sending half and the timing habits.
template <class T>
class AccumulatorBase : public Block {
 public:
  explicit AccumulatorBase(const BlockContext& context)
      : Block(context), closes_with_next_(context.timing.boolean("closes_with_next")) {
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
                    context.timing.boolean("stops_with_next"));
  }
  std::vector<uint64_t> statistics() const override {
    return {points_, sender_->trees(), sender_->points(), sender_->largest()};
  }

 protected:
  /// The token for a tree that ends where crd0 shows S(level)^unborn.
  Token close(PointTree<T> tree, uint64_t level, uint64_t unborn) {
    return sender_->close(std::move(tree), level - 1, unborn > 0 ? unborn - 1 : 0);
  }

  Out& closed_ = output("closed");
  std::optional<FiberSender<T>> sender_;
  bool closes_with_next_;
  uint64_t points_ = 0;
};

/// One coordinate of a known extent, as in matrix products: sums in arrays.
template <class T>
class DenseAccumulator final : public AccumulatorBase<T> {
 public:
  explicit DenseAccumulator(const BlockContext& context)
      : AccumulatorBase<T>(context), points_in_(context.extent) {}
  void start() override {
    this->main().start(run());
    this->sender_->start();
  }

 private:
  Task run() {
    for (;;) {
      co_await each_while(
          pop(crd_, val_), [](Token c, Token v) { return c.is_data() && v.is_point(); },
          [this](Cycle, Token c, Token v) {
            if (v.is_data()) {
              ++this->points_;
              add(c.payload, v);
            }
          });
      const auto [c, v] = co_await peek(crd_, val_);
      expect(*this, same_token(c, v), crd_, c, val_, v);
      if (c.is_stop() && c.level() == 0) {
        co_await fire(pop(crd_, val_));
        continue;
      }
      if (c.is_stop() && this->closes_with_next_) {
        co_await fire(pop(crd_, val_));
        co_await peek(crd_, val_);
        co_await put(this->closed_);  // the next point is added in the same cycle
      } else {
        co_await fire(pop(crd_, val_), push(this->closed_));
      }
      if (c.is_done()) {
        this->closed_ << c;
        co_return;
      }
      PointTree<T> tree = this->sender_->recycle();
      points_in_.drain(tree);
      this->closed_ << this->close(std::move(tree), c.level(), c.unborn());
    }
  }

  void add(uint64_t c, Token v) {
    if (c >= points_in_.extent()) [[unlikely]] {
      throw bad_input("coordinate " + std::to_string(c) + " is beyond the extent of '" +
                          this->wired().node->name + "'",
                      this->wired().node->where);
    }
    points_in_.add(c, v.value<T>());
  }

  In& crd_ = this->input("crd0");
  In& val_ = this->input("val");
  DensePoints<T> points_in_;
};

/// Any number of coordinates of any extent: sums in a hash table.
template <class T>
class HashedAccumulator final : public AccumulatorBase<T> {
 public:
  explicit HashedAccumulator(const BlockContext& context)
      : AccumulatorBase<T>(context),
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
      const bool closes = head.outer.is_done() || (head.outer.is_stop() && head.outer.level() > 0);
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
      this->closed_ << this->close(std::move(tree), head.outer.level(), head.outer.unborn());
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

std::unique_ptr<Block> make_accumulator(const BlockContext& context) {
  return with_component_type(context.component, [&](auto zero) -> std::unique_ptr<Block> {
    using T = decltype(zero);
    const bool dense = context.wired.input("crd1") == nullptr && context.extent > 0 &&
                       context.extent <= kLargestDense;
    if (dense) {
      return std::make_unique<DenseAccumulator<T>>(context);
    }
    return std::make_unique<HashedAccumulator<T>>(context);
  });
}

const BlockRegistration registration(
    {.type = "accumulator",
     .summary = "sums values under their coordinates over an outer loop",
     .aliases = {"spaccumulator", "sparse_accum"},
     .inputs = {{.name = "crd{k}",
                 .kind = StreamKind::crd,
                 .depth = {.offset = 2, .per_index = 1},
                 .summary = "coordinate {k}, the outermost 0"},
                {.name = "val",
                 .kind = StreamKind::val,
                 .depth = {.offset = 1, .per_count = 1},
                 .summary = "the values"}},
     .outputs = {{.name = "crd{k}",
                  .kind = StreamKind::crd,
                  .depth = {.offset = 1, .per_index = 1},
                  .summary = "coordinate {k} of the sums, sorted",
                  .mirrors = "crd{k}"},
                 {.name = "val",
                  .kind = StreamKind::val,
                  .depth = {.per_count = 1},
                  .summary = "the sums"}},
     .parameters = {{.name = "perm",
                     .type = ParameterType::integers,
                     .summary = "which input coordinate each output coordinate is",
                     .fallback = std::vector<uint64_t>{}}},
     .timing = {{.name = "buffers",
                 .summary = "closed trees that may wait to be sent; 0: any number",
                 .fallback = uint64_t{0}},
                {.name = "closes_with_next",
                 .type = ParameterType::boolean,
                 .summary = "a tree is closed by the next point, not by the stop (SAM)",
                 .fallback = false},
                {.name = "stops_with_next",
                 .type = ParameterType::boolean,
                 .summary = "a tree's stop is sent with the next tree (SAM)",
                 .fallback = false}},
     .statistics = {{"added", "values that were added"},
                    {"trees", "fiber trees that were sent"},
                    {"points", "points in them"},
                    {"largest", "points of the largest tree"}}},
    make_accumulator);

}  // namespace
}  // namespace fiberloom
