#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "einsum/statement.h"

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

/// What a schedule makes of one statement: the statement itself, its loops, and how they run. After
/// split, fuse, pos and bound the order has the new names.
struct Scheduled {
  Statement statement{};  ///< scoped
  IndexVariables order{};
  std::vector<Split> splits{};
  std::vector<Fusion> fusions{};
  std::vector<PositionLoop> positions{};
  std::vector<Bound> bounds{};
  std::vector<Parallelization> parallel{};
  std::vector<Unrolling> unrolled{};
  std::vector<Assembly> assemblies{};
};

}  // namespace fiberloom
