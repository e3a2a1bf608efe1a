#pragma once

#include "contest.h"
#include "inputs.h"

namespace fiberloom::bench {

/// What SuiteSparse:GraphBLAS has, over copies of its own. Results are finished (GrB_wait).
Entrant graphblas_spmv(const Fibers& a, const double* x, int threads);
Entrant graphblas_spmm(const Fibers& a, const double* x, int k, int threads);
Entrant graphblas_sddmm(const Fibers& s, const double* a, const double* b, int k, int threads);
Entrant graphblas_spmspm(const Fibers& a, const Fibers& b, int threads);
Entrant graphblas_spadd(const Fibers& a, const Fibers& b, int threads);

}  // namespace fiberloom::bench
