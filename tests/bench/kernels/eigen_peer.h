#pragma once

#include <optional>

#include "contest.h"
#include "inputs.h"

namespace fiberloom::bench {

/// What Eigen has, over copies of its own. `threads`: Eigen uses them for SpMV and SpMM.
Entrant eigen_spmv(const Fibers& a, const double* x, int threads);
Entrant eigen_spmm(const Fibers& a, const double* x, int k, int threads);
Entrant eigen_sddmm(const Fibers& s, const double* a, const double* b, int k);
Entrant eigen_spmspm(const Fibers& a, const Fibers& b);
Entrant eigen_spadd(const Fibers& a, const Fibers& b);

}  // namespace fiberloom::bench
