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

#include "accumulation.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

/// The largest extent for which sums are kept in arrays of that length.
constexpr uint64_t kLargestDense = uint64_t{1} << 22;

/// crd0's S0 is the next round of the loop that is summed away.
struct SumsRounds {
  static bool closes(Token stop) { return stop.level() > 0; }
  static Token end(Token stop) {
    return stop_token(stop.level() - 1, stop.unborn() > 0 ? stop.unborn() - 1 : 0);
  }
};

/// One coordinate of a known extent, as in matrix products: sums in arrays.
template <class T>
class DenseAccumulator final : public CollectorBase<T, SumsRounds> {
 public:
  DenseAccumulator(const BlockContext& context, AccumulationHabits habits)
      : CollectorBase<T, SumsRounds>(context, habits), points_in_(context.extent) {}
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
      if (c.is_stop() && !SumsRounds::closes(c)) {
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
      this->closed_ << this->close(std::move(tree), c);
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

std::unique_ptr<Block> make_accumulator(const BlockContext& context) {
  return with_component_type(context.component, [&](auto zero) -> std::unique_ptr<Block> {
    using T = decltype(zero);
    const bool dense = context.wired.input("crd1") == nullptr && context.extent > 0 &&
                       context.extent <= kLargestDense;
    const AccumulationHabits habits{.closes_with_next = context.timing.boolean("closes_with_next"),
                                    .stops_with_next = context.timing.boolean("stops_with_next")};
    if (dense) {
      return std::make_unique<DenseAccumulator<T>>(context, habits);
    }
    return std::make_unique<HashedCollector<T, SumsRounds>>(context, habits);
  });
}

BlockSpec spec() {
  BlockSpec made =
      collector_spec("accumulator", "sums values under their coordinates over an outer loop", 1);
  made.aliases = {"spaccumulator", "sparse_accum"};
  made.timing.push_back({.name = "closes_with_next",
                         .type = ParameterType::boolean,
                         .summary = "a tree is closed by the next point, not by the stop (SAM)",
                         .fallback = false});
  made.timing.push_back({.name = "stops_with_next",
                         .type = ParameterType::boolean,
                         .summary = "a tree's stop is sent with the next tree (SAM)",
                         .fallback = false});
  return made;
}

const BlockRegistration registration(spec(), make_accumulator);

}  // namespace
}  // namespace fiberloom
