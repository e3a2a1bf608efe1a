#pragma once

#include <string>

#include "kernel/kernel_source.h"

namespace fiberloom {

// Kernels written by hand, as the code generator might write them.

/// x(i) = B(i,j) * c(j): B as "ds", c and x dense; parallel where asked.
KernelSource spmv_kernel(bool wide = false, bool parallel = false);
/// x(i) += B(i,j) * c(j): B as COO ("uq").
KernelSource coo_spmv_kernel(bool wide = false);
/// X(i,k) = A(i,j) * B(j,k): all as "ds", by a dense workspace; the result's arrays grow.
KernelSource spgemm_kernel(bool wide = false);
/// x = a / b of scalars of int32, in a loop over i.
KernelSource division_kernel();
/// A kernel whose body (the last lines of the function) is given; its result is x(i), compressed.
KernelSource kernel_of_body(const std::string& body);

}  // namespace fiberloom
