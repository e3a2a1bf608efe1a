#pragma once

#include <utility>

#include "reference/operand.h"

namespace fiberloom {

/// add, sub, min, max: present where either operand is. One that lacks a variable of the other
/// counts at every coordinate of it.
template <class T>
class UnionOperand final : public Operand<T> {
 public:
  UnionOperand(Binding& binding, Operator op, OperandPointer<T> left, OperandPointer<T> right)
      : Operand<T>(binding, left->variables() | right->variables()),
        op_(op),
        left_(std::move(left)),
        right_(std::move(right)) {}

  void enumerate(Next next) override {
    Binding& binding = this->binding();
    left_->enumerate([&] {
      binding.for_unbound(this->variables(), [&] {
        right_->locate();
        next();
      });
    });
    right_->enumerate([&] {
      binding.for_unbound(this->variables(), [&] {
        if (!left_->locate()) {
          next();
        }
      });
    });
  }
  bool locate() override {
    const bool left = left_->locate();
    return right_->locate() || left;
  }
  MaybeCell<T> value() const override { return combine(op_, left_->value(), right_->value()); }
  double fanout(VariableSet bound) override {
    return spread(*left_, bound) + spread(*right_, bound);
  }

 private:
  double spread(Operand<T>& side, VariableSet bound) {
    return side.fanout(bound) *
           this->binding().points(this->variables() & ~side.variables() & ~bound);
  }

  Operator op_;
  OperandPointer<T> left_;
  OperandPointer<T> right_;
};

}  // namespace fiberloom
