#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tensor/coordinate_list.h"
#include "tensor/level.h"
#include "tensor/tensor_format.h"

namespace fiberloom {

/// A tensor in storage: a tree of levels over an array of values.
/// Level k holds mode format().order[k]; the values are indexed by the last level's references.
class Tensor {
 public:
  Tensor(TensorFormat format, std::vector<uint64_t> shape,
         std::vector<std::unique_ptr<Level>> levels, Values values, uint64_t stored)
      : format_(std::move(format)),
        shape_(std::move(shape)),
        levels_(std::move(levels)),
        values_(std::move(values)),
        stored_(stored) {}

  const TensorFormat& format() const { return format_; }
  const std::vector<uint64_t>& shape() const { return shape_; }  ///< by mode
  size_t order() const { return shape_.size(); }
  const Level& level(size_t k) const { return *levels_[k]; }
  const Values& values() const { return values_; }
  /// Entries that were packed; padding of dense levels does not count.
  uint64_t stored() const { return stored_; }
  /// Bytes of all level arrays and of the values.
  uint64_t bytes() const;

 private:
  TensorFormat format_;
  std::vector<uint64_t> shape_;
  std::vector<std::unique_ptr<Level>> levels_;
  Values values_;
  uint64_t stored_;
};

/// Packs a list of points; duplicates are summed. Throws Error: a format that does not fit the
/// order (bad_input), a dense or bit-vector storage beyond the memory limit (limit).
Tensor pack(CoordinateList list, const TensorFormat& format);

/// The points of a tensor in storage order, columns by mode; the padding of dense levels (zeros
/// without a stored entry) is left out where a level is dense.
CoordinateList unpack(const Tensor& tensor);

/// The largest number of positions that a dense or bit-vector level may have, from the machine's
/// memory: a size that a file only claims must not exhaust it.
uint64_t largest_level();

}  // namespace fiberloom
