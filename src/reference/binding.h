#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "einsum/expr.h"
#include "reference/limits.h"

namespace fiberloom {

/// What an enumeration calls at every point. Refers to a callable that outlives the call.
class Next {
 public:
  template <class F>
  Next(const F& f)  // NOLINT(google-explicit-constructor): lambdas are passed as they are
      : object_(&f), call_([](const void* object) { (*static_cast<const F*>(object))(); }) {}

  void operator()() const { call_(object_); }

 private:
  const void* object_;
  void (*call_)(const void*);
};

/// A set of index variables of a statement, one bit each.
using VariableSet = uint64_t;

/// The index variables of a statement, and the coordinates of those that are bound at the moment.
class Binding {
 public:
  /// Throws NotPossible for more variables than a set holds.
  Binding(IndexVariables names, std::vector<uint64_t> sizes, Budget& budget);

  size_t id(const std::string& variable) const;
  VariableSet set_of(const IndexVariables& variables) const;
  const std::string& name(size_t id) const { return names_[id]; }
  uint64_t size(size_t id) const { return sizes_[id]; }
  std::vector<uint64_t> sizes_of(const std::vector<size_t>& ids) const;
  /// How many points the variables span.
  double points(VariableSet variables) const;

  VariableSet bound = 0;
  std::vector<uint64_t> at;  ///< by variable; of meaning where bound

  /// Calls `next` for every coordinate of those of `variables` that are not bound.
  void for_unbound(VariableSet variables, Next next);

  Budget& budget() { return budget_; }

  /// Integer divisions by zero, each with its place in the text and its coordinates.
  struct Fault {
    Span span;
    std::string coordinates;
  };
  /// Notes one at the current point; only the first few are told apart. Returns its number from 1.
  uint32_t note_fault(Span span, VariableSet variables);
  const Fault& fault(uint32_t number) const { return faults_[number - 1]; }

 private:
  void for_each_coordinate(VariableSet left, Next next);

  IndexVariables names_;
  std::vector<uint64_t> sizes_;
  Budget& budget_;
  std::vector<Fault> faults_;
};

/// Calls `f` with the number of every variable of a set.
template <class F>
void for_each(VariableSet variables, const F& f) {
  for (VariableSet left = variables; left != 0; left &= left - 1) {
    f(static_cast<size_t>(std::countr_zero(left)));
  }
}

}  // namespace fiberloom
