#pragma once

#include <functional>
#include <string>
#include <vector>

#include "report/datum.h"

namespace fiberloom {

/// An operator between two cells. `apply` gives nothing where the operator has no meaning for what
/// the cells hold.
struct ConditionOperator {
  std::string symbol;
  int level;  ///< how tightly it binds
  std::function<std::optional<Datum>(const Datum&, const Datum&)> apply;
};

constexpr int kLoosestLevel = 0;
constexpr int kNotLevel = 2;  ///< `not` binds between `and` and the comparisons
constexpr int kTightestLevel = 5;

/// All of them; a symbol stands before its prefixes.
const std::vector<ConditionOperator>& condition_operators();

/// Whether a cell counts as true: a number other than 0.
bool is_true(const Datum& datum);

}  // namespace fiberloom
