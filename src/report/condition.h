#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "report/datum.h"

namespace fiberloom {

/// A condition on the cells of a row: `fifo.depth <= 8 and (seed == 1 or not X == 'ok')`.
///
/// Columns are named as they are, texts stand in quotes. Operators, loosest first: or, and, not,
/// == (also =) != < <= > >=, + -, * /, unary -. A comparison with an absent cell does not hold.
class Condition {
 public:
  using Row = std::vector<Datum>;
  using Evaluate = std::function<Datum(const Row&)>;
  /// The place of `length` characters of the text from `offset`.
  using Locate = std::function<Location(size_t offset, size_t length)>;

  /// Throws Error (bad_input) at the place: what does not parse, and names that are no columns.
  Condition(const std::string& text, const std::vector<std::string>& columns, const Locate& locate);

  /// Throws Error where an operator meets a text that it has no meaning for.
  bool holds(const Row& row) const;

 private:
  Evaluate evaluate_;
};

}  // namespace fiberloom
