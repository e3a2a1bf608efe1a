#pragma once

#include <map>
#include <string>
#include <vector>

#include "einsum/choices.h"
#include "einsum/sizes.h"
#include "einsum/statement.h"
#include "tensor/coordinate_list.h"

namespace fiberloom::test {

/// What random expressions may hold, and what their data.
struct Flavour {
  bool functions = true;  ///< min, max, abs, relu, pow
  bool reals = true;      ///< sqrt, exp, fractions, negative powers
  bool division = true;
  bool reductions = true;  ///< stated sums, products, minima, maxima
  bool specials = false;   ///< infinities and NaN in the data
  ComponentType type = ComponentType::float64;
};

struct RandomProgram {
  Program program;
  IndexSizes sizes;
  std::map<std::string, CoordinateList> data;

  /// For messages: the text, the sizes and all entries.
  std::string describe() const;
};

/// A checked program of one or two statements with data for its operands: up to 4 index variables
/// of sizes 0 to 4, up to 4 accesses a statement, tensors of order 0 to 4.
RandomProgram random_program(Choices& choices, const Flavour& flavour);

/// Random data for every operand of a checked program; the sizes are chosen too, each at most
/// `largest`.
RandomProgram with_random_data(Choices& choices, Program program, const Flavour& flavour,
                               uint32_t largest);

}  // namespace fiberloom::test
