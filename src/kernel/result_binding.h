#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kernel/interface.h"
#include "kernel/kernel_source.h"
#include "tensor/tensor.h"

namespace fiberloom {

/// The arrays that a kernel fills. What it allocated is freed with this object, or when the next
/// call begins, whatever happened in the kernel. The values of a result whose levels are all dense
/// are ours, the same for all calls.
class BoundResult {
 public:
  /// `shape` by mode. Throws Error (limit): a dense result beyond the memory limit.
  BoundResult(const KernelSource& source, std::vector<uint64_t> shape);
  BoundResult(const BoundResult&) = delete;  // the view points into it
  BoundResult& operator=(const BoundResult&) = delete;
  ~BoundResult() { clear(); }

  fiberloom_result* view() { return &result_; }
  /// Of the loop variables, where an integer division failed.
  const std::vector<int64_t>& coordinates() const { return coordinates_; }
  /// Of all arrays.
  uint64_t bytes() const;
  /// Makes ready for a call: frees what the last one left.
  void clear();
  /// What the kernel made; leaves nothing here. Throws Error (internal) where the arrays' lengths
  /// do not fit together.
  Tensor take();

 private:
  template <class Number>
  std::unique_ptr<Level> take_compressed(fiberloom_result_level& level, uint64_t parents) const;
  uint64_t take_level(size_t k, uint64_t parents, std::vector<std::unique_ptr<Level>>& levels);
  Values take_values(uint64_t count);
  void give_values();

  TensorFormat format_;
  ComponentType type_;
  bool wide_;
  std::vector<uint64_t> shape_;
  std::vector<fiberloom_result_level> levels_;
  std::vector<int64_t> coordinates_;
  fiberloom_result result_{};
  bool dense_;                   ///< all levels are
  std::optional<Values> given_;  ///< the values of a dense result
};

}  // namespace fiberloom
