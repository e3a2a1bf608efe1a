#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "loopnest/iteration_set.h"
#include "loopnest/schedule/scheduled.h"
#include "loopnest/walk.h"

namespace fiberloom {

struct Nest;

/// The `where` of concrete index notation: a temporary that is finished before the loop in which it
/// is used begins. It stands in the consumer's expression as the access `leaf`.
struct Where {
  enum class Kind {
    scalar,  ///< a value
    stream,  ///< one variable, consumed in the order in which it is made: no storage
    tree,    ///< several variables, or loops in between that it lacks: stored
  };
  Kind kind;
  Expr leaf;
  IndexVariables variables;  ///< that it keeps, in loop order
  std::shared_ptr<const Nest> producer;
};

struct Loop {
  std::string variable;
  std::vector<Where> wheres;  ///< made just before the loop, inside those around it
  Iteration set;
};

/// Loops over `kept` and `reduced` variables around one expression, whose values the reducer
/// combines along the reduced ones.
struct Nest {
  IndexVariables kept{};
  IndexVariables reduced{};
  Reducer reducer = Reducer::sum;
  std::vector<Loop> loops{};  ///< outermost first
  Expr body{};
  /// The reductions that are left in the body: each a nest below all loops.
  std::map<const ExprNode*, std::shared_ptr<const Nest>> inner{};
};

/// One statement in concrete index notation: the branched iteration graph as a tree of nests.
struct Plan {
  Statement written{};     ///< as the parser made it
  Statement statement{};   ///< scoped
  IndexVariables order{};  ///< of the statement's variables; a temporary may have another
  Scheduled schedule{};
  TensorFormat result{};
  Walks walks{};
  Nest root{};
};

struct PlanOptions {
  bool scan_dense = false;  ///< walk dense operands of products, do not look them up
  /// For a kernel: a temporary is dense in a variable of which its loop visits all coordinates, and
  /// a variable that was split stands where its innermost part does.
  bool kernel = false;
};

/// Plans a statement under its schedule. Loops run over the statement's variables: for a graph,
/// whose tensors have the levels of a split variable, split_data comes before; a kernel splits its
/// loops after. `formats` holds those of all its tensors. Throws Error (bad_input): an order in
/// which a reduction cannot run (check_order), a format of another number of levels than the
/// access has indices.
Plan make_plan(const Scheduled& scheduled, const TensorFormats& formats,
               const PlanOptions& options = {});

/// The loop nest as indented text.
std::string to_string(const Plan& plan);

}  // namespace fiberloom
