#pragma once

#include "loopnest/walk.h"

namespace fiberloom {

/// The order of all loops of a scoped statement when none is asked for: one in which as many
/// accesses as possible, sparse operands first, then a sparse result, dense operands, a dense
/// result, are walked as they are stored; among those the result's variables first, then as they
/// appear. Reductions that need the whole extent stand inside the variables they keep.
IndexVariables default_order(const Statement& scoped, const TensorFormats& formats);

/// Throws Error (bad_input) where `order` puts a reduction over the whole extent (min, max,
/// product) around a variable that it keeps: its operands would have to be kept until its end.
void check_order(const Statement& scoped, const IndexVariables& order);
/// The same for one node of the statement's right side, without what is inside.
void check_order_here(const Statement& scoped, const Expr& node, const IndexVariables& order);

}  // namespace fiberloom
