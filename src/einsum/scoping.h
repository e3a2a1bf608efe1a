#pragma once

#include "einsum/statement.h"

namespace fiberloom {

/// Where the sum over a variable that the left side lacks goes.
enum class SumScope {
  /// At + and - separately into each addend that uses it; around the whole term that uses it,
  /// unless its only use is inside one parenthesised sum of the numerator: then inside that sum.
  /// This is what an expression means.
  term,
  /// Further inward, to the one factor that uses it: equal where the factors are finite, and
  /// cheaper. A choice of the schedule.
  factor,
};

/// The statement with a Reduction node for every sum. `+=` becomes `=` of the old contents, an
/// access of the result's name, plus the right side. Scoping a scoped statement changes nothing.
Statement scoped(const Statement& statement, SumScope scope = SumScope::term);

/// `e` summed over one variable by the same rules.
Expr sum_over(const Expr& e, const std::string& variable, SumScope scope = SumScope::term);

}  // namespace fiberloom
