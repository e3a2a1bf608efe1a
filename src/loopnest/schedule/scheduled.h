#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "einsum/sizes.h"
#include "einsum/statement.h"
#include "loopnest/walk.h"

namespace fiberloom {

/// split(i,i0,i1,factor): i = i0 * factor + i1 with i1 < factor. divide(i,i0,i1,parts): the same
/// with factor = ceil(size of i / parts), known only when the sizes are.
struct Split {
  std::string variable;
  std::string outer;
  std::string inner;
  uint64_t number = 0;    ///< the factor, or the parts
  bool by_parts = false;  ///< divide
};

/// fuse(i,j,f): one loop for two, i the outer.
struct Fusion {
  std::string outer;
  std::string inner;
  std::string fused;
};

/// pos(i,ipos,A): the loop i runs over the positions that A stores.
struct PositionLoop {
  std::string variable;
  std::string position;  ///< its new name
  std::string tensor;
};

/// bound(i,ib,n,type): the size of i as the user states it.
struct Bound {
  enum class Type { exact, maximum, minimum };
  std::string variable;
  std::string bounded;  ///< its new name
  uint64_t size = 0;
  Type type = Type::exact;
};

/// parallelize(i,unit,strategy).
struct Parallelization {
  enum class Unit { thread, vector };
  enum class Races { ignore, none, atomics, temporary, reduction };
  std::string variable;
  Unit unit = Unit::thread;
  Races races = Races::none;
};

/// unroll(i,factor).
struct Unrolling {
  std::string variable;
  uint64_t factor = 0;
};

/// assemble(A,strategy): how a sparse result is stored.
struct Assembly {
  std::string tensor;
  bool insert = false;  ///< counted first, then filled; else appended
};

/// A temporary that was asked for; `name` is that of its node in the statement (as_temporary). The
/// statement and its temporaries are the branches of the loop nest.
struct Temporary {
  std::string name;
  std::string consumer{};   ///< the temporary in whose expression it was made; empty: the statement
  IndexVariables shared{};  ///< loops of the consumer that stay around its own
  IndexVariables kept{};    ///< variables that it is stored over, where they are named
  IndexVariables loops{};   ///< other names of `kept`: its own loops over them
  IndexVariables order{};   ///< of its loops, where it is another than the consumer's
};

/// How tensors were cut where a variable was split in the data itself (split_data).
struct DataSplits {
  std::vector<Split> splits{};                      ///< as they are applied
  std::map<std::string, IndexVariables> indices{};  ///< by tensor, before

  /// The split that made a variable, or null.
  const Split* of_part(const std::string& part) const;
};

/// What a schedule makes of one statement: the statement itself, its loops, and how they run. After
/// split, fuse, pos and bound the order has the new names, the statement keeps the old ones.
struct Scheduled {
  Statement written{};    ///< as the parser made it
  Statement statement{};  ///< scoped, with the temporaries
  IndexVariables order{};
  std::vector<Temporary> temporaries{};  ///< as they were made
  std::vector<Split> splits{};
  std::vector<Fusion> fusions{};
  std::vector<PositionLoop> positions{};
  std::vector<Bound> bounds{};
  std::vector<Parallelization> parallel{};
  std::vector<Unrolling> unrolled{};
  std::vector<Assembly> assemblies{};
  DataSplits data{};
  std::vector<std::string> not_in_graph{};  ///< commands, as written, that mean nothing in a graph

  const Temporary* find(const std::string& temporary) const;
};

/// A statement as the parser made it, in its default order.
Scheduled unscheduled(const Statement& written, const TensorFormats& formats);

/// The statement's variables that a loop of the order runs over: itself, or what it was split,
/// fused, bounded or made a position loop from, the outer first.
IndexVariables variables_of_loop(const Scheduled& scheduled, const std::string& loop);

/// What a loop was made into: the parts of a split, the outer first, a fused, position or bounded
/// loop. Empty where it runs itself.
IndexVariables parts_of_loop(const Scheduled& scheduled, const std::string& loop);

/// The statement's variables in the order of their loops; one that was split stands where its
/// outermost part does, or its innermost.
IndexVariables variable_order(const Scheduled& scheduled, bool innermost = false);

/// The order in which a branch runs its variables: those of its consumer's loops that stay around
/// it first. Empty name: the statement's own.
IndexVariables order_of_branch(const Scheduled& scheduled, const std::string& branch);

/// The order of a temporary whose consumer runs in order `around`.
IndexVariables order_inside(const Temporary& temporary, const IndexVariables& around);

/// Throws Error (bad_input) where a size is not what bound said.
void check_bounds(const Scheduled& scheduled, const IndexSizes& sizes);

}  // namespace fiberloom
