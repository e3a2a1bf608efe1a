// Sorter: gives the points of a fiber tree back in another order of their coordinates, sorted. For
// results whose storage order disagrees with the loops.
//
//   crd0(d+1) .. crd(n-1)(d+n), val   ->   the same depths, coordinate k being the input's perm[k]
//
//   data            kept under its n coordinates; N is no point
//   crd0's Sm^e     the points so far leave, closing Sm^e, and are forgotten
//
// It is the accumulator without a loop that is summed away: values with equal coordinates are
// added. One process takes while the other sends; `buffers` says how many closed trees may wait.

#include "accumulation.h"

namespace fiberloom {
namespace {

struct KeepsLoops {
  static bool closes(Token) { return true; }
  static Token end(Token stop) { return stop; }
};

std::unique_ptr<Block> make_sorter(const BlockContext& context) {
  return with_component_type(context.component, [&](auto zero) -> std::unique_ptr<Block> {
    return std::make_unique<HashedCollector<decltype(zero), KeepsLoops>>(context,
                                                                         AccumulationHabits{});
  });
}

const BlockRegistration registration(
    collector_spec("sorter", "gives points back in another order of their coordinates", 0),
    make_sorter);

}  // namespace
}  // namespace fiberloom
