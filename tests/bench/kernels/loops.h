#pragma once

#include <cstdlib>
#include <memory>

#include "contest.h"
#include "inputs.h"

namespace fiberloom::bench {

// What one writes by hand: plain loops over the arrays, OpenMP over the rows.

struct Free {
  void operator()(void* array) const { std::free(array); }
};
template <class T>
using Array = std::unique_ptr<T[], Free>;

/// A sparse result; dense levels below give each coordinate `block` values.
struct SparseResult {
  Array<int> segments{};
  Array<int> coordinates{};
  Array<double> values{};
  int rows = 0;
  int columns = 0;
  int block = 1;
  Answer answer() const;
};

/// y = A x
void loop_spmv(const Fibers& a, const double* x, double* y, int threads);
/// Y = A X, X and Y row-major with k columns
void loop_spmm(const Fibers& a, const double* x, double* y, int k, int threads);
/// C = S .* (A B^T), A and B row-major with k columns
SparseResult loop_sddmm(const Fibers& s, const double* a, const double* b, int k, int threads);
SparseResult loop_spmspm(const Fibers& a, const Fibers& b, int threads);
SparseResult loop_spadd(const Fibers& a, const Fibers& b, int threads);
/// Y(i,j) = B(i,j,k) c(k); `upper` holds (i,j), `lower` its fibers over k
SparseResult loop_ttv(const Fibers& upper, const Fibers& lower, const double* c, int threads);
/// Y(i,j,l) = B(i,j,k) C(k,l), l below `size`
SparseResult loop_ttm(const Fibers& upper, const Fibers& lower, const double* c, int size,
                      int threads);
/// A(i,j) = B(i,k,l) C(k,j) D(l,j), j below `size`
void loop_mttkrp(const Fibers& upper, const Fibers& lower, const double* c, const double* d,
                 double* a, int size, int threads);

}  // namespace fiberloom::bench
