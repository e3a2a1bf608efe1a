#include "graphblas_peer.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

// The header is for C, and includes what must not be inside extern "C".
#include <cmath>
#include <complex>
extern "C" {
#include <GraphBLAS.h>
}

namespace fiberloom::bench {
namespace {

void require(GrB_Info info) {
  if (info != GrB_SUCCESS) {
    throw std::runtime_error("GraphBLAS returned " + std::to_string(info));
  }
}

/// GraphBLAS begins once, with the first of these.
void begin() {
  static const GrB_Info info = GrB_init(GrB_NONBLOCKING);
  require(info);
}

class Matrix {
 public:
  Matrix(GrB_Index rows, GrB_Index columns) {
    begin();
    require(GrB_Matrix_new(&matrix_, GrB_FP64, rows, columns));
  }
  ~Matrix() { GrB_Matrix_free(&matrix_); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  GrB_Matrix get() const { return matrix_; }
  void finish() const { require(GrB_Matrix_wait(matrix_, GrB_MATERIALIZE)); }

  Answer answer(bool dense) const {
    GrB_Index rows = 0;
    GrB_Index columns = 0;
    GrB_Index count = 0;
    GrB_Matrix_nrows(&rows, matrix_);
    GrB_Matrix_ncols(&columns, matrix_);
    GrB_Matrix_nvals(&count, matrix_);
    std::vector<GrB_Index> i(count);
    std::vector<GrB_Index> j(count);
    std::vector<double> x(count);
    require(GrB_Matrix_extractTuples_FP64(i.data(), j.data(), x.data(), &count, matrix_));
    Answer answer;
    if (dense) {
      answer.values.assign(rows * columns, 0.0);
    }
    for (GrB_Index n = 0; n < count; ++n) {
      const uint64_t key = i[n] * columns + j[n];
      if (dense) {
        answer.values[key] = x[n];
      } else {
        answer.keys.push_back(key);
        answer.values.push_back(x[n]);
      }
    }
    return answer;
  }

 private:
  GrB_Matrix matrix_ = nullptr;
};
using Shared = std::shared_ptr<const Matrix>;

Shared sparse(const Fibers& a) {
  auto made = std::make_shared<Matrix>(a.rows, a.columns);
  std::vector<GrB_Index> i;
  for (int row = 0; row < a.rows; ++row) {
    i.resize(a.segments[row + 1], row);
  }
  const std::vector<GrB_Index> j(a.coordinates, a.coordinates + a.nonzeros());
  require(
      GrB_Matrix_build_FP64(made->get(), i.data(), j.data(), a.values, i.size(), GrB_PLUS_FP64));
  made->finish();
  return made;
}

Shared dense(const double* values, int rows, int columns) {
  auto made = std::make_shared<Matrix>(rows, columns);
  const size_t bytes = static_cast<size_t>(rows) * columns * sizeof(double);
  void* copy = std::malloc(bytes);
  std::memcpy(copy, values, bytes);
  require(GxB_Matrix_pack_FullR(made->get(), &copy, bytes, false, nullptr));
  return made;
}

/// `product` fills a new matrix.
Entrant entrant(int rows, int columns, bool is_dense, int threads,
                const std::function<void(GrB_Matrix)>& product) {
  const auto run = [=](Matrix& c) {
    require(GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, threads));
    product(c.get());
    c.finish();
  };
  return {.name = "GraphBLAS",
          .run =
              [=] {
                Matrix c(rows, columns);
                run(c);
              },
          .answer =
              [=] {
                Matrix c(rows, columns);
                run(c);
                return c.answer(is_dense);
              }};
}

}  // namespace

Entrant graphblas_spmv(const Fibers& a, const double* x, int threads) {
  return graphblas_spmm(a, x, 1, threads);
}

Entrant graphblas_spmm(const Fibers& a, const double* x, int k, int threads) {
  const Shared matrix = sparse(a);
  const Shared factor = dense(x, a.columns, k);
  return entrant(a.rows, k, true, threads, [=](GrB_Matrix c) {
    require(GrB_mxm(c, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, matrix->get(), factor->get(),
                    nullptr));
  });
}

Entrant graphblas_sddmm(const Fibers& s, const double* a, const double* b, int k, int threads) {
  const Shared pattern = sparse(s);
  const Shared left = dense(a, s.rows, k);
  const Shared right = dense(b, s.columns, k);
  return entrant(s.rows, s.columns, false, threads, [=](GrB_Matrix c) {
    require(GrB_mxm(c, pattern->get(), nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, left->get(),
                    right->get(), GrB_DESC_ST1));
    require(GrB_Matrix_eWiseMult_BinaryOp(c, nullptr, nullptr, GrB_TIMES_FP64, c, pattern->get(),
                                          nullptr));
  });
}

Entrant graphblas_spmspm(const Fibers& a, const Fibers& b, int threads) {
  const Shared left = sparse(a);
  const Shared right = sparse(b);
  return entrant(a.rows, b.columns, false, threads, [=](GrB_Matrix c) {
    require(GrB_mxm(c, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, left->get(), right->get(),
                    nullptr));
  });
}

Entrant graphblas_spadd(const Fibers& a, const Fibers& b, int threads) {
  const Shared left = sparse(a);
  const Shared right = sparse(b);
  return entrant(a.rows, a.columns, false, threads, [=](GrB_Matrix c) {
    require(GrB_Matrix_eWiseAdd_BinaryOp(c, nullptr, nullptr, GrB_PLUS_FP64, left->get(),
                                         right->get(), nullptr));
  });
}

}  // namespace fiberloom::bench
