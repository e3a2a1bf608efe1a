#include "reference/build_operand.h"

#include <utility>

#include "einsum/constants.h"
#include "reference/access_operand.h"
#include "reference/dense_operand.h"
#include "reference/reduction_operand.h"
#include "reference/term_operand.h"
#include "reference/union_operand.h"

namespace fiberloom {
namespace {

template <class T>
class Builder {
 public:
  Builder(Binding& binding, const TableSource<T>& tables) : binding_(binding), tables_(tables) {}

  OperandPointer<T> build(const Expr& e) const {
    if (const auto number = constant_value(e)) {
      return std::make_unique<ConstantOperand<T>>(binding_, static_cast<T>(*number));
    }
    return std::visit([&](const auto& kind) { return make(kind, e); }, e->kind);
  }

 private:
  OperandPointer<T> make(const Access& a, const Expr& e) const {
    return std::make_unique<AccessOperand<T>>(binding_, ids_of(binding_, free_variables(e)),
                                              tables_(a));
  }
  OperandPointer<T> make(const Constant& c, const Expr&) const {
    return std::make_unique<ConstantOperand<T>>(binding_, static_cast<T>(c.value));
  }
  OperandPointer<T> make(const Unary& f, const Expr&) const {
    if (keeps_zero(f)) {
      return std::make_unique<FunctionOperand<T>>(binding_, f, build(f.operand));
    }
    return std::make_unique<DenseOperand<T>>(binding_, f, build(f.operand));
  }
  OperandPointer<T> make(const Binary& f, const Expr& e) const {
    auto left = build(f.left);
    auto right = build(f.right);
    switch (info(f.op).absent) {
      case AbsentRule::annihilates:
        return std::make_unique<ProductOperand<T>>(binding_, std::move(left), std::move(right));
      case AbsentRule::numerator:
        return std::make_unique<QuotientOperand<T>>(binding_, std::move(left), std::move(right),
                                                    e->span);
      default:
        return std::make_unique<UnionOperand<T>>(binding_, f.op, std::move(left), std::move(right));
    }
  }
  OperandPointer<T> make(const Reduction& r, const Expr& e) const {
    return std::make_unique<ReductionOperand<T>>(binding_, r.reducer,
                                                 ids_of(binding_, free_variables(e)),
                                                 binding_.set_of(r.variables), build(r.body));
  }

  Binding& binding_;
  const TableSource<T>& tables_;
};

}  // namespace

template <class T>
OperandPointer<T> build_operand(const Expr& e, Binding& binding, const TableSource<T>& tables) {
  return Builder<T>(binding, tables).build(e);
}

template OperandPointer<int32_t> build_operand(const Expr&, Binding&, const TableSource<int32_t>&);
template OperandPointer<int64_t> build_operand(const Expr&, Binding&, const TableSource<int64_t>&);
template OperandPointer<float> build_operand(const Expr&, Binding&, const TableSource<float>&);
template OperandPointer<double> build_operand(const Expr&, Binding&, const TableSource<double>&);

std::vector<size_t> ids_of(const Binding& binding, const IndexVariables& variables) {
  std::vector<size_t> ids;
  for (const std::string& variable : variables) {
    ids.push_back(binding.id(variable));
  }
  return ids;
}

}  // namespace fiberloom
