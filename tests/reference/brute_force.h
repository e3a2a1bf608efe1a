#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "einsum/sizes.h"
#include "einsum/statement.h"
#include "tensor/coordinate_list.h"

namespace fiberloom::test {

/// A tensor with every component, the last mode fastest.
template <class T>
struct DenseTensor {
  std::vector<uint64_t> shape;
  std::vector<T> values;
};

/// The plainest evaluation there is: every index takes every value, absent is 0. Shares nothing
/// with the reference evaluator but the scoped tree. Sums run from the last coordinate to the first
/// if `backwards`. Nothing if integers were divided by zero and the result is not annihilated.
template <class T>
std::optional<std::map<std::string, DenseTensor<T>>> brute_force(
    const Program& program, const std::map<std::string, CoordinateList>& data,
    const IndexSizes& sizes, bool backwards = false);

/// The points of a dense tensor, zeros included.
CoordinateList list_of(const DenseTensor<double>& tensor);

}  // namespace fiberloom::test
