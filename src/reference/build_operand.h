#pragma once

#include <functional>
#include <memory>

#include "einsum/expr.h"
#include "reference/operand.h"
#include "reference/relation.h"

namespace fiberloom {

/// Where an access's entries come from: a table whose modes are the access's distinct variables in
/// order of appearance.
template <class T>
using TableSource = std::function<std::shared_ptr<Relation<T>>(const Access&)>;

/// The operand of a scoped expression.
template <class T>
OperandPointer<T> build_operand(const Expr& e, Binding& binding, const TableSource<T>& tables);

/// The numbers of variables, in the order given.
std::vector<size_t> ids_of(const Binding& binding, const IndexVariables& variables);

}  // namespace fiberloom
