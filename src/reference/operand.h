#pragma once

#include <memory>
#include <vector>

#include "reference/binding.h"
#include "reference/cell_arithmetic.h"

namespace fiberloom {

/// An expression as the evaluator walks it. Its *support* are the points where it may be other
/// than zero; elsewhere it is absent.
template <class T>
class Operand {
 public:
  Operand(Binding& binding, VariableSet variables) : binding_(binding), variables_(variables) {}
  virtual ~Operand() = default;
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;

  VariableSet variables() const { return variables_; }

  /// Calls `next` once for every point of the support that agrees with the variables bound
  /// already, the others bound; value() is then the value there.
  virtual void enumerate(Next next) = 0;
  /// With all variables bound: is this point in the support? value() is then the value there.
  virtual bool locate() = 0;
  /// At the point last enumerated or located; absent outside the support.
  virtual MaybeCell<T> value() const = 0;
  /// About how many points enumerate() visits with these variables bound; below 1 for one that is
  /// often missed.
  virtual double fanout(VariableSet bound) = 0;

  /// The operands whose supports meet in this one's, and those that only need to be located there.
  virtual void collect_factors(std::vector<Operand*>& factors, std::vector<Operand*>& divisors) {
    static_cast<void>(divisors);
    factors.push_back(this);
  }

 protected:
  Binding& binding() const { return binding_; }

 private:
  Binding& binding_;
  VariableSet variables_;
};

template <class T>
using OperandPointer = std::unique_ptr<Operand<T>>;

template <class T>
class ConstantOperand final : public Operand<T> {
 public:
  ConstantOperand(Binding& binding, T value) : Operand<T>(binding, 0), cell_(given_cell(value)) {}

  void enumerate(Next next) override { next(); }
  bool locate() override { return true; }
  MaybeCell<T> value() const override { return cell_; }
  double fanout(VariableSet) override { return 1; }

 private:
  Cell<T> cell_;
};

}  // namespace fiberloom
