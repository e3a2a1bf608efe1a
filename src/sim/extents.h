#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "samgraph/wiring.h"
#include "tensor/tensor.h"

namespace fiberloom {

/// Of index variables.
using NamedSizes = std::map<std::string, uint64_t>;

/// What a parameter of type `size` says: a number as it stands, or the size of an index variable;
/// none where the text is empty or the variable has no size here.
std::optional<uint64_t> size_of(const std::string& text, const NamedSizes& sizes);

/// For every output port of every block the extent of its coordinates: all are below it. 0 where it
/// is not known (a source), and on streams of other kinds. Follows the scanners' levels downstream.
std::vector<std::vector<uint64_t>> coordinate_extents(
    const Wiring& wiring, const std::map<std::string, const Tensor*>& tensors,
    const NamedSizes& sizes);

}  // namespace fiberloom
