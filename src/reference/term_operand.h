#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "einsum/expr.h"
#include "reference/operand.h"

namespace fiberloom {

/// What is present only where all its factors are: products, quotients (the numerator's factors)
/// and functions that keep zero. Enumerated as one nested join over the factors.
template <class T>
class TermOperand : public Operand<T> {
 public:
  using Operand<T>::Operand;

  void enumerate(Next next) final {
    const Plan& plan = plan_for(this->binding().bound & this->variables());
    join(plan, 0, next);
  }

  double fanout(VariableSet bound) final { return plan_for(bound & this->variables()).fanout; }

 private:
  struct Plan {
    std::vector<Operand<T>*> factors;   ///< in the order of joining
    std::vector<Operand<T>*> divisors;  ///< located when all is bound
    double fanout = 1;
  };

  void join(const Plan& plan, size_t k, Next next) {
    if (k < plan.factors.size()) {
      plan.factors[k]->enumerate([&] { join(plan, k + 1, next); });
      return;
    }
    // What only a divisor uses: an absent divisor makes the quotient infinite, so everywhere.
    this->binding().for_unbound(this->variables(), [&] {
      for (Operand<T>* divisor : plan.divisors) {
        divisor->locate();
      }
      next();
    });
  }

  /// Greedy: always the factor next that is expected to have the fewest points left. Of two that
  /// may begin, the earlier in the text: it often has the result's first variable, and then the
  /// results of one row are close in memory.
  const Plan& plan_for(VariableSet bound) {
    const auto [found, is_new] = plans_.try_emplace(bound);
    Plan& plan = found->second;
    if (!is_new) {
      return plan;
    }
    std::vector<Operand<T>*> left;
    this->collect_factors(left, plan.divisors);
    while (!left.empty()) {
      const auto points = [&](Operand<T>* factor) { return factor->fanout(bound); };
      auto best = std::ranges::min_element(left, {}, points);
      if (plan.factors.empty()) {
        const double enough = 2 * points(*best);
        best = std::find_if(left.begin(), best, [&](auto* f) { return points(f) <= enough; });
      }
      plan.fanout *= points(*best);
      bound |= (*best)->variables();
      plan.factors.push_back(*best);
      left.erase(best);
    }
    plan.fanout *= this->binding().points(this->variables() & ~bound);
    return plan;
  }

  std::map<VariableSet, Plan> plans_;
};

template <class T>
class ProductOperand final : public TermOperand<T> {
 public:
  ProductOperand(Binding& binding, OperandPointer<T> left, OperandPointer<T> right)
      : TermOperand<T>(binding, left->variables() | right->variables()),
        left_(std::move(left)),
        right_(std::move(right)) {}

  bool locate() override {
    const bool left = left_->locate();
    return right_->locate() && left;  // both: an operand that was not located has an old value
  }
  MaybeCell<T> value() const override {
    return combine(Operator::mul, left_->value(), right_->value());
  }
  void collect_factors(std::vector<Operand<T>*>& factors,
                       std::vector<Operand<T>*>& divisors) override {
    left_->collect_factors(factors, divisors);
    right_->collect_factors(factors, divisors);
  }

 private:
  OperandPointer<T> left_;
  OperandPointer<T> right_;
};

template <class T>
class QuotientOperand final : public TermOperand<T> {
 public:
  QuotientOperand(Binding& binding, OperandPointer<T> left, OperandPointer<T> right, Span span)
      : TermOperand<T>(binding, left->variables() | right->variables()),
        left_(std::move(left)),
        right_(std::move(right)),
        span_(span) {}

  bool locate() override {
    right_->locate();
    return left_->locate();
  }
  MaybeCell<T> value() const override {
    MaybeCell<T> result = combine(Operator::div, left_->value(), right_->value());
    if (result && result->fault == kNewFault) {
      result->fault = this->binding().note_fault(span_, this->variables());
    }
    return result;
  }
  void collect_factors(std::vector<Operand<T>*>& factors,
                       std::vector<Operand<T>*>& divisors) override {
    left_->collect_factors(factors, divisors);
    divisors.push_back(right_.get());
  }

 private:
  OperandPointer<T> left_;
  OperandPointer<T> right_;
  Span span_;
};

/// A function with f(0) = 0.
template <class T>
class FunctionOperand final : public TermOperand<T> {
 public:
  FunctionOperand(Binding& binding, Unary function, OperandPointer<T> operand)
      : TermOperand<T>(binding, operand->variables()),
        function_(std::move(function)),
        operand_(std::move(operand)) {}

  bool locate() override { return operand_->locate(); }
  MaybeCell<T> value() const override { return transform(function_, operand_->value()); }
  void collect_factors(std::vector<Operand<T>*>& factors,
                       std::vector<Operand<T>*>& divisors) override {
    operand_->collect_factors(factors, divisors);
  }

 private:
  Unary function_;
  OperandPointer<T> operand_;
};

}  // namespace fiberloom
