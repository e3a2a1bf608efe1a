#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tensor/coordinate_list.h"

namespace fiberloom {

/// An index variable that a graph knows only in two parts: variable = outer * factor + inner, inner
/// < factor. Tensors that it indexes are stored with a level for each part.
struct IndexSplit {
  std::string variable;
  std::string outer;
  std::string inner;
  uint64_t number = 0;    ///< the factor
  bool by_parts = false;  ///< or so many parts, of equal size but the last
};
/// As they are applied: a part may be split again.
using IndexSplits = std::vector<IndexSplit>;

/// Adds the sizes of the parts to those of the variables that are known.
void add_part_sizes(const IndexSplits& splits, std::map<std::string, uint64_t>& sizes);

/// The modes of a tensor, its indices split.
std::vector<std::string> split_indices(const IndexSplits& splits, std::vector<std::string> indices);

/// A tensor with the modes of split_indices. `sizes` has those of all indices and their parts.
CoordinateList split_modes(CoordinateList list, const IndexSplits& splits,
                           std::vector<std::string> indices,
                           const std::map<std::string, uint64_t>& sizes);

/// The reverse. What lies beyond a variable's true size was padding, and is dropped.
CoordinateList join_modes(CoordinateList list, const IndexSplits& splits,
                          const std::vector<std::string>& indices,
                          const std::map<std::string, uint64_t>& sizes);

}  // namespace fiberloom
