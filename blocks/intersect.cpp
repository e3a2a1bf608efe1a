// Intersecter: the coordinates that all sides have, with their payloads (SAM paper, section 3.3).
//
//   crd0 0 2 S0 D, crd1 1 2 S0 D   ->   crd 2 S0 D
//
// Every firing that skips a coordinate costs a cycle. Payload N passes like any other.

#include "joiner.h"

namespace fiberloom {
namespace {

const BlockRegistration registration(joiner_spec("intersect",
                                                 "the coordinates that all sides have"),
                                     make_block<Joiner<Join::intersect>>());

}  // namespace
}  // namespace fiberloom
