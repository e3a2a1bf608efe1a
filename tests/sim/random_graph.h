#pragma once

#include <cstdint>

#include "support/testbench.h"

namespace fiberloom::testing {

/// A random graph on random small tensors and sources, on a random machine. Streams that meet fit
/// together, so no block throws; whether it deadlocks is left to chance. The first steps of a seed
/// do not depend on how many follow.
Testbench random_graph(uint64_t seed, size_t steps);

/// The same graph with the ports of all test blocks that have two versions in the other order.
Testbench permuted(Testbench bench);

}  // namespace fiberloom::testing
