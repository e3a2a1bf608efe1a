#include "cases.h"

#include "eigen_peer.h"
#include "graphblas_peer.h"
#include "loops.h"
#include "ours.h"

namespace fiberloom::bench {
namespace {

constexpr int kInner = 64;

/// The operands of one contest; the entrants keep them.
struct Operands {
  std::map<std::string, Tensor> tensors{};

  std::map<std::string, const Tensor*> pointers() const {
    std::map<std::string, const Tensor*> all;
    for (const auto& [name, tensor] : tensors) {
      all[name] = &tensor;
    }
    return all;
  }
  const double* values(const std::string& name) const {
    return tensors.at(name).values().as<double>().data();
  }
  Fibers matrix(const std::string& name) const { return fibers_of(tensors.at(name), 1); }
};
using Kept = std::shared_ptr<const Operands>;

Entrant keep(Entrant entrant, const Kept& operands) {
  const auto run = entrant.run;
  entrant.run = [run, operands] { run(); };
  return entrant;
}

Entrant ours(const KernelCompiler& compiler, const Kept& operands, const std::string& expression,
             const std::vector<std::string>& formats, int threads) {
  return keep(entrant(std::make_shared<OurKernel>(compiler, expression, formats,
                                                  operands->pointers(), threads)),
              operands);
}

/// Loops that write a dense result of `count` values.
Entrant dense_loops(size_t count, const std::function<void(double*)>& loops) {
  const auto values = std::make_shared<std::vector<double>>(count);
  return {.name = "loops",
          .run = [=] { loops(values->data()); },
          .answer = [=]() -> Answer { return {.keys = {}, .values = *values}; }};
}
Entrant sparse_loops(const std::function<SparseResult()>& loops) {
  return {.name = "loops", .run = [=] { loops(); }, .answer = [=] { return loops().answer(); }};
}

Tensor csr(const CoordinateList& list) { return pack(list, parse_tensor_format("ds")); }

std::vector<Entrant> spmv(const KernelCompiler& compiler, const CoordinateList& list, int threads) {
  auto made = std::make_shared<Operands>();
  made->tensors.emplace("A", csr(list));
  made->tensors.emplace("x", dense_tensor({list.shape[1]}, 1));
  const Kept o = made;
  const Fibers a = o->matrix("A");
  return {ours(compiler, o, "y(i)=A(i,j)*x(j)", {"y:d", "A:ds", "x:d"}, threads),
          dense_loops(a.rows, [=](double* y) { loop_spmv(a, o->values("x"), y, threads); }),
          eigen_spmv(a, o->values("x"), threads), graphblas_spmv(a, o->values("x"), threads)};
}

std::vector<Entrant> spmm(const KernelCompiler& compiler, const CoordinateList& list, int threads) {
  auto made = std::make_shared<Operands>();
  made->tensors.emplace("A", csr(list));
  made->tensors.emplace("X", dense_tensor({list.shape[1], kInner}, 1));
  const Kept o = made;
  const Fibers a = o->matrix("A");
  return {ours(compiler, o, "Y(i,k)=A(i,j)*X(j,k)", {"Y:dd", "A:ds", "X:dd"}, threads),
          dense_loops(static_cast<size_t>(a.rows) * kInner,
                      [=](double* y) { loop_spmm(a, o->values("X"), y, kInner, threads); }),
          eigen_spmm(a, o->values("X"), kInner, threads),
          graphblas_spmm(a, o->values("X"), kInner, threads)};
}

std::vector<Entrant> sddmm(const KernelCompiler& compiler, const CoordinateList& list,
                           int threads) {
  auto made = std::make_shared<Operands>();
  made->tensors.emplace("S", csr(list));
  made->tensors.emplace("A", dense_tensor({list.shape[0], kInner}, 1));
  made->tensors.emplace("B", dense_tensor({list.shape[1], kInner}, 2));
  const Kept o = made;
  const Fibers s = o->matrix("S");
  return {
      ours(compiler, o, "C(i,j)=S(i,j)*A(i,k)*B(j,k)", {"C:ds", "S:ds", "A:dd", "B:dd"}, threads),
      sparse_loops([=] { return loop_sddmm(s, o->values("A"), o->values("B"), kInner, threads); }),
      eigen_sddmm(s, o->values("A"), o->values("B"), kInner),
      graphblas_sddmm(s, o->values("A"), o->values("B"), kInner, threads)};
}

/// A with its square, or where it is not square with its transpose.
std::vector<Entrant> spmspm(const KernelCompiler& compiler, const CoordinateList& list,
                            int threads) {
  auto made = std::make_shared<Operands>();
  made->tensors.emplace("A", csr(list));
  made->tensors.emplace("B", csr(list.shape[0] == list.shape[1] ? list : transposed(list)));
  const Kept o = made;
  const Fibers a = o->matrix("A");
  const Fibers b = o->matrix("B");
  return {ours(compiler, o, "C(i,j)=A(i,k)*B(k,j)", {"C:ds", "A:ds", "B:ds"}, threads),
          sparse_loops([=] {
            const Kept alive = o;
            return loop_spmspm(a, b, threads);
          }),
          eigen_spmspm(a, b), graphblas_spmspm(a, b, threads)};
}

/// A with its mirror image: the columns in reverse.
std::vector<Entrant> spadd(const KernelCompiler& compiler, const CoordinateList& list,
                           int threads) {
  CoordinateList mirrored = list;
  for (uint64_t& column : mirrored.columns[1]) {
    column = list.shape[1] - 1 - column;
  }
  if (list.shape[0] == list.shape[1]) {
    mirrored = transposed(list);
    for (uint64_t& column : mirrored.columns[1]) {
      column = column % 3 == 0 ? (column + 1) % list.shape[1] : column;
    }
  }
  auto made = std::make_shared<Operands>();
  made->tensors.emplace("A", csr(list));
  made->tensors.emplace("B", csr(mirrored));
  const Kept o = made;
  const Fibers a = o->matrix("A");
  const Fibers b = o->matrix("B");
  return {ours(compiler, o, "C(i,j)=A(i,j)+B(i,j)", {"C:ds", "A:ds", "B:ds"}, threads),
          sparse_loops([=] {
            const Kept alive = o;
            return loop_spadd(a, b, threads);
          }),
          eigen_spadd(a, b), graphblas_spadd(a, b, threads)};
}

std::shared_ptr<Operands> tensor_operands(const CoordinateList& list) {
  auto made = std::make_shared<Operands>();
  made->tensors.emplace("B", pack(list, parse_tensor_format("dss")));
  return made;
}

std::vector<Entrant> ttv(const KernelCompiler& compiler, const CoordinateList& list, int threads) {
  const auto made = tensor_operands(list);
  made->tensors.emplace("c", dense_tensor({list.shape[2]}, 1));
  const Kept o = made;
  const Fibers upper = fibers_of(o->tensors.at("B"), 1);
  const Fibers lower = fibers_of(o->tensors.at("B"), 2);
  return {ours(compiler, o, "Y(i,j)=B(i,j,k)*c(k)", {"Y:ds", "B:dss", "c:d"}, threads),
          sparse_loops([=] { return loop_ttv(upper, lower, o->values("c"), threads); })};
}

std::vector<Entrant> ttm(const KernelCompiler& compiler, const CoordinateList& list, int threads) {
  const auto made = tensor_operands(list);
  made->tensors.emplace("C", dense_tensor({list.shape[2], kInner}, 1));
  const Kept o = made;
  const Fibers upper = fibers_of(o->tensors.at("B"), 1);
  const Fibers lower = fibers_of(o->tensors.at("B"), 2);
  return {ours(compiler, o, "Y(i,j,l)=B(i,j,k)*C(k,l)", {"Y:dsd", "B:dss", "C:dd"}, threads),
          sparse_loops([=] { return loop_ttm(upper, lower, o->values("C"), kInner, threads); })};
}

std::vector<Entrant> mttkrp(const KernelCompiler& compiler, const CoordinateList& list,
                            int threads) {
  const auto made = tensor_operands(list);
  made->tensors.emplace("C", dense_tensor({list.shape[1], kInner}, 1));
  made->tensors.emplace("D", dense_tensor({list.shape[2], kInner}, 2));
  const Kept o = made;
  const Fibers upper = fibers_of(o->tensors.at("B"), 1);
  const Fibers lower = fibers_of(o->tensors.at("B"), 2);
  return {ours(compiler, o, "A(i,j)=B(i,k,l)*C(k,j)*D(l,j)", {"A:dd", "B:dss", "C:dd", "D:dd"},
               threads),
          dense_loops(static_cast<size_t>(upper.rows) * kInner, [=](double* a) {
            loop_mttkrp(upper, lower, o->values("C"), o->values("D"), a, kInner, threads);
          })};
}

}  // namespace

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {.name = "SpMV", .summary = "y = A x", .entrants = spmv},
      {.name = "SpMM", .summary = "Y = A X, 64 columns", .entrants = spmm},
      {.name = "SpMSpM", .summary = "C = A A (A A^T)", .entrants = spmspm},
      {.name = "SDDMM", .summary = "C = S .* (A B^T), 64 columns", .entrants = sddmm},
      {.name = "SpAdd", .summary = "C = A + B", .entrants = spadd},
      {.name = "TTV", .summary = "Y(i,j) = B(i,j,k) c(k)", .on_matrices = false, .entrants = ttv},
      {.name = "TTM",
       .summary = "Y(i,j,l) = B(i,j,k) C(k,l), 64 columns",
       .on_matrices = false,
       .entrants = ttm},
      {.name = "MTTKRP",
       .summary = "A(i,j) = B(i,k,l) C(k,j) D(l,j), 64 columns",
       .on_matrices = false,
       .entrants = mttkrp},
  };
  return all;
}

}  // namespace fiberloom::bench
