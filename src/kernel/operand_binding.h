#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "kernel/interface.h"
#include "kernel/kernel_source.h"
#include "tensor/tensor.h"

namespace fiberloom {

/// Does a kernel need 64 bits for this tensor's sizes or positions? They are signed.
bool needs_wide(const Tensor& tensor);

/// A tensor as a kernel takes it. Arrays that have the kernel's width and type already are used in
/// place, others converted; so the tensor must outlive this. Dense matrices and tensors that do not
/// begin with a cache line are copied to where they do: vector loads across lines take twice the
/// time.
class BoundOperand {
 public:
  /// Throws Error: internal where the tensor is not in the storage, or too large for the width,
  /// that the kernel was made for; bad_input where a value does not fit the kernel's type.
  BoundOperand(const KernelOperand& operand, const Tensor& tensor, bool wide);
  BoundOperand(BoundOperand&&) = default;
  BoundOperand& operator=(BoundOperand&&) = default;

  fiberloom_operand view() const { return {levels_.data(), values_}; }
  /// Of all arrays, as the kernel sees them.
  uint64_t bytes() const { return bytes_; }
  /// Arrays that had to be converted.
  size_t copies() const {
    return narrowed_.size() + widened_.size() + (converted_.empty() ? 0 : 1);
  }

 private:
  const void* numbers(const LevelArray& array, bool wide);
  struct Free {
    void operator()(void* array) const { std::free(array); }
  };

  void align_values(uint64_t bytes);
  void bind_values(const KernelOperand& operand, const Tensor& tensor);

  std::vector<fiberloom_level> levels_;
  const void* values_ = nullptr;
  uint64_t bytes_ = 0;
  std::vector<std::vector<int32_t>> narrowed_;
  std::vector<std::vector<int64_t>> widened_;
  std::vector<Values> converted_;  ///< none or one
  std::unique_ptr<void, Free> aligned_;
};

}  // namespace fiberloom
