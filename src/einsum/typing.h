#pragma once

#include <map>
#include <string>
#include <vector>

#include "einsum/statement.h"
#include "tensor/component_type.h"

namespace fiberloom {

using ComponentTypes = std::map<std::string, ComponentType>;

/// A statement computes in one type, the widest of its operands' and of its result's where that is
/// given (so that `-t y:int64` sums 32-bit products in 64 bits). Numbers have no type of their own:
/// an integer too large for the integer type widens it, and one with a fraction (after 1/2 is
/// computed), exp, sqrt or a power other than by 0, 1, 2.. makes a statement of integers compute
/// in doubles. So does a statement without any typed tensor.
ComponentType compute_type(const Statement& statement, const ComponentTypes& types);

/// The types of one statement of a program.
struct StatementTypes {
  ComponentType compute;
  ComponentType result;  ///< the given one, else what the statement computes in
};

/// Statement by statement: `given` holds the operands' types and those asked for of results;
/// operands that it does not name are doubles. A later statement sees an earlier one's result type.
std::vector<StatementTypes> statement_types(const Program& program, const ComponentTypes& given);

}  // namespace fiberloom
