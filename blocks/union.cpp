// Unioner: the coordinates that any side has; the payload of a side without it is N (SAM paper,
// section 3.3).
//
//   crd0 0 2 S0 D, in0_0 7 8 S0 D          crd   0 1 2 S0 D
//   crd1 1 2 S0 D, in1_0 5 6 S0 D    ->    out0_0 7 N 8 S0 D, out1_0 N 5 6 S0 D

#include "joiner.h"

namespace fiberloom {
namespace {

const BlockRegistration registration(joiner_spec("union", "the coordinates that any side has"),
                                     make_block<Joiner<Join::unite>>());

}  // namespace
}  // namespace fiberloom
