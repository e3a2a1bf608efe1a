// Buffer: stores a fiber tree of n compressed levels for each point of the loops around it, and
// sends its reference when the tree is complete. The tree is scanned like a tensor: scanners,
// locators and arrays name the buffer as their `tensor`. For temporaries of several variables, or
// that loops repeat.
//
//   crd0(d+1) .. crd(n-1)(d+n), val   ->   ref(d)
//
//   data, N         stored under its n coordinates, N as N; an outer coordinate is stored even if
//                   its fiber is empty
//   crd0's Sm       the tree ends, maybe empty: its reference, then for m > 0 the stop S(m-1): two
//                   firings
//   crd0's Sm^e     e > 0: there is no tree: only S(m-1)^(e-1)
//
// A reader never sees an unfinished tree, since it gets the reference afterwards.

#include "nested_streams.h"
#include "sim/block.h"

namespace fiberloom {
namespace {

class Buffer final : public Block {
 public:
  explicit Buffer(const BlockContext& context)
      : Block(context),
        store_(*context.store),
        streams_(*this, inputs_of("crd{k}"), input("val")),
        entered_(store_.levels()) {}
  void start() override { main().start(run()); }
  std::vector<uint64_t> statistics() const override {
    return {store_.trees(), store_.points(), store_.largest()};
  }

 private:
  Task run() {
    for (;;) {
      const NestedStreams::Head head = co_await streams_.head();
      enter();
      if (head.is_point) {
        co_await fire(pop(streams_.inner(), streams_.val()));
        store_.add(inner_level(), streams_.point().back());
        store_.add_value(head.value);
        continue;
      }
      streams_.check_stops(co_await streams_.take_stops(head.outer.is_data() ? nullptr : &ref_));
      if (head.outer.is_done()) {
        ref_ << head.outer;
        co_return;
      }
      leave(streams_.stop());
      if (!head.outer.is_stop()) {
        continue;
      }
      if (head.outer.unborn() > 0) {
        ref_ << stop_token(head.outer.level() - 1, head.outer.unborn() - 1);
        continue;
      }
      ref_ << data_token(store_.close_tree());
      if (head.outer.level() > 0) {
        co_await fire(push(ref_));
        ref_ << stop_token(head.outer.level() - 1);
      }
    }
  }

  size_t inner_level() const { return store_.levels() - 1; }

  /// Stores the outer coordinates whose fibers have begun.
  void enter() {
    for (size_t k = 0; k < inner_level(); ++k) {
      if (streams_.known(k) && !entered_[k]) {
        store_.add(k, streams_.point()[k]);
        entered_[k] = true;
      }
    }
  }
  /// Ends the fibers that an innermost stop ends.
  void leave(Token stop) {
    for (size_t k = 0; k < store_.levels(); ++k) {
      const size_t distance = streams_.distance(k);
      if (distance <= stop.level() && stop.unborn() <= distance) {
        store_.end_fiber(k);
      }
      if (distance <= stop.level() + 1) {
        entered_[k] = false;
      }
    }
  }

  TreeStore& store_;
  NestedStreams streams_;
  Out& ref_ = output("ref");
  std::vector<bool> entered_;  ///< by level: the coordinate at the heads is stored
};

const BlockRegistration registration(
    {.type = "buffer",
     .summary = "stores fiber trees that other blocks scan by its name",
     .inputs = {{.name = "crd{k}",
                 .kind = StreamKind::crd,
                 .depth = {.offset = 1, .per_index = 1},
                 .summary = "coordinate {k}, the outermost 0"},
                {.name = "val",
                 .kind = StreamKind::val,
                 .depth = {.per_count = 1},
                 .summary = "the values"}},
     .outputs = {{.name = "ref",
                  .kind = StreamKind::ref,
                  .summary = "the reference of each finished tree, for level 0 of the buffer",
                  .refers = Refers::own}},
     .statistics = {{"trees", "fiber trees that were stored"},
                    {"points", "values in them"},
                    {"largest", "values of the largest tree"}}},
    make_block<Buffer>());

}  // namespace
}  // namespace fiberloom
