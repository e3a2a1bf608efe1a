// Left joiner: the coordinates of side 0; the payload of a side that lacks one is N. Division and
// sums used as factors look their operands up so.
//
//   crd0 0 2 S0 D, in0_0 7 8 S0 D          crd   0 2 S0 D
//   crd1 1 2 S0 D, in1_0 5 6 S0 D    ->    out0_0 7 8 S0 D, out1_0 N 6 S0 D
//
// Every firing that skips a coordinate which side 0 lacks costs a cycle. Payload N passes.

#include "joiner.h"

namespace fiberloom {
namespace {

const BlockRegistration registration(joiner_spec("left_join", "the coordinates of side 0"),
                                     make_block<Joiner<Join::left>>());

}  // namespace
}  // namespace fiberloom
