#pragma once

#include "samgraph/import/tortilla_message.h"

namespace fiberloom::testing {

/// X(i,j) = B(i,k) * C(k,j) in the order i, k, j with an accumulator, as comal's compiler (version
/// 1, repeats by signals) or FuseFlow's (version 2, repeats by references) writes it.
tortilla::ComalGraph product_graph(TortillaVersion version);

/// x(i) = b(i) * c(i), without a repeat.
tortilla::ComalGraph vector_graph(TortillaVersion version);

}  // namespace fiberloom::testing
