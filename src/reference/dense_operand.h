#pragma once

#include <utility>

#include "einsum/expr.h"
#include "reference/operand.h"

namespace fiberloom {

/// A function with f(0) other than 0: present at every coordinate.
template <class T>
class DenseOperand final : public Operand<T> {
 public:
  DenseOperand(Binding& binding, Unary function, OperandPointer<T> operand)
      : Operand<T>(binding, operand->variables()),
        function_(std::move(function)),
        operand_(std::move(operand)) {}

  void enumerate(Next next) override {
    this->binding().for_unbound(this->variables(), [&] {
      operand_->locate();
      next();
    });
  }
  bool locate() override {
    operand_->locate();
    return true;
  }
  MaybeCell<T> value() const override { return transform(function_, operand_->value()); }
  double fanout(VariableSet bound) override {
    return this->binding().points(this->variables() & ~bound);
  }

 private:
  Unary function_;
  OperandPointer<T> operand_;
};

}  // namespace fiberloom
