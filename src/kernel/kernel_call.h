#pragma once

#include <map>
#include <string>
#include <vector>

#include "einsum/sizes.h"
#include "kernel/compile_kernel.h"
#include "kernel/operand_binding.h"
#include "kernel/result_binding.h"

namespace fiberloom {

/// A kernel with its arguments, to be called as often as one likes.
class KernelCall {
 public:
  /// `operands`: by KernelOperand::name; they, like the kernel, must outlive this. `shape`: of the
  /// result, by mode. Throws Error as BoundOperand does, and (internal) where an operand or a size
  /// is missing.
  KernelCall(const KernelSource& source, const CompiledKernel& kernel,
             const std::map<std::string, const Tensor*>& operands, const IndexSizes& sizes,
             std::vector<uint64_t> shape);

  /// Frees the last result: what the next run need not do, and no clock should see.
  void clear() { result_.clear(); }
  /// Throws Error: limit where memory ran out, bad_input where an integer was divided by zero.
  void run(int threads);
  /// The last run's result; only once.
  Tensor result() { return result_.take(); }

  /// Of all arrays of operands and of the last result, each counted once.
  uint64_t bytes() const;

 private:
  [[noreturn]] void refuse_division() const;

  const KernelSource& source_;
  fiberloom_kernel* kernel_;
  std::vector<BoundOperand> operands_;
  std::vector<fiberloom_operand> views_;
  std::vector<int64_t> sizes_;
  BoundResult result_;
};

}  // namespace fiberloom
