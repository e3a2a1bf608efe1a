#include "eigen_peer.h"

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace fiberloom::bench {
namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::shared_ptr<const Sparse> sparse(const Fibers& a) {
  return std::make_shared<Sparse>(Eigen::Map<const Sparse>(a.rows, a.columns, a.nonzeros(),
                                                           a.segments, a.coordinates, a.values));
}
std::shared_ptr<const Dense> dense(const double* values, int rows, int columns) {
  return std::make_shared<Dense>(Eigen::Map<const Dense>(values, rows, columns));
}

Answer answer_of(const Sparse& matrix) {
  Answer answer;
  for (Eigen::Index row = 0; row < matrix.outerSize(); ++row) {
    for (Sparse::InnerIterator at(matrix, row); at; ++at) {
      answer.keys.push_back(static_cast<uint64_t>(row * matrix.cols() + at.col()));
      answer.values.push_back(at.value());
    }
  }
  return answer;
}

template <class Made>
Entrant dense_entrant(int threads, const std::shared_ptr<Made>& made,
                      const std::function<void(Made&)>& product) {
  return {.name = "Eigen",
          .run =
              [=] {
                Eigen::setNbThreads(threads);
                product(*made);
              },
          .answer = [=]() -> Answer {
            return {.keys = {}, .values = {made->data(), made->data() + made->size()}};
          }};
}

Entrant sparse_entrant(const std::function<Sparse()>& product) {
  return {
      .name = "Eigen", .run = [=] { product(); }, .answer = [=] { return answer_of(product()); }};
}

}  // namespace

Entrant eigen_spmv(const Fibers& a, const double* x, int threads) {
  const auto matrix = sparse(a);
  const auto vector =
      std::make_shared<const Eigen::VectorXd>(Eigen::Map<const Eigen::VectorXd>(x, a.columns));
  return dense_entrant<Eigen::VectorXd>(
      threads, std::make_shared<Eigen::VectorXd>(a.rows),
      [=](Eigen::VectorXd& y) { y.noalias() = *matrix * *vector; });
}

Entrant eigen_spmm(const Fibers& a, const double* x, int k, int threads) {
  const auto matrix = sparse(a);
  const auto factor = dense(x, a.columns, k);
  return dense_entrant<Dense>(threads, std::make_shared<Dense>(a.rows, k),
                              [=](Dense& y) { y.noalias() = *matrix * *factor; });
}

Entrant eigen_sddmm(const Fibers& s, const double* a, const double* b, int k) {
  const auto pattern = sparse(s);
  const auto left = dense(a, s.rows, k);
  const auto right = dense(b, s.columns, k);
  return sparse_entrant([=] {
    Sparse c = *pattern;
    for (Eigen::Index row = 0; row < c.outerSize(); ++row) {
      for (Sparse::InnerIterator at(c, row); at; ++at) {
        at.valueRef() *= left->row(row).dot(right->row(at.col()));
      }
    }
    return c;
  });
}

Entrant eigen_spmspm(const Fibers& a, const Fibers& b) {
  const auto left = sparse(a);
  const auto right = sparse(b);
  return sparse_entrant([=]() -> Sparse { return *left * *right; });
}

Entrant eigen_spadd(const Fibers& a, const Fibers& b) {
  const auto left = sparse(a);
  const auto right = sparse(b);
  return sparse_entrant([=]() -> Sparse { return *left + *right; });
}

}  // namespace fiberloom::bench
