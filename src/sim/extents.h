#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "samgraph/wiring.h"
#include "tensor/tensor.h"

namespace fiberloom {

/// For every output port of every block the extent of its coordinates: all are below it. 0 where it
/// is not known (a source), and on streams of other kinds. Follows the scanners' levels downstream.
std::vector<std::vector<uint64_t>> coordinate_extents(
    const Wiring& wiring, const std::map<std::string, const Tensor*>& tensors);

}  // namespace fiberloom
