#pragma once

#include <string>
#include <vector>

#include "contest.h"
#include "inputs.h"
#include "kernel/compile_kernel.h"

namespace fiberloom::bench {

/// A kernel with all who compute it.
struct Case {
  std::string name;
  std::string summary;
  bool on_matrices = true;  ///< else on 3-tensors
  std::function<std::vector<Entrant>(const KernelCompiler&, const CoordinateList&, int threads)>
      entrants;
};

/// In the order of the tables.
const std::vector<Case>& cases();

}  // namespace fiberloom::bench
