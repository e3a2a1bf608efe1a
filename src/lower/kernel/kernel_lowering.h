#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernel/kernel_source.h"
#include "loopnest/plan.h"

namespace fiberloom {

/// How a kernel is written.
struct KernelOptions {
  int threads = 1;    ///< more than one: with OpenMP, where a loop allows it
  bool wide = false;  ///< 64-bit segments and coordinates
  /// Workspaces over one variable are arrays as long as it has at most so many coordinates.
  uint64_t largest_array = uint64_t{1} << 26;
  std::map<std::string, uint64_t> sizes{};  ///< of index variables, where they are known
};

/// The kernel of a plan: one C function over its nests. `types` holds the component types of the
/// operands; all is computed in `compute`, which is the result's type too. Levels of results that
/// are not dense are stored compressed.
KernelSource lower_to_kernel(const Plan& plan, const std::map<std::string, ComponentType>& types,
                             ComponentType compute, const KernelOptions& options = {});

/// The operands that the plan's kernel takes, in its order; they do not depend on the options.
std::vector<KernelOperand> kernel_operands(const Plan& plan);

}  // namespace fiberloom
