#pragma once

#include <map>
#include <string>
#include <vector>

#include "loopnest/plan.h"
#include "samgraph/graph.h"

namespace fiberloom {

struct CompileOptions {
  std::vector<std::string> formats;   ///< -f: "A:ds:1,0"
  std::vector<std::string> schedule;  ///< -s
  char default_format = 's';          ///< of the levels of tensors that -f does not name
  bool scan_dense = false;            ///< --dense scan
  bool strict = false;  ///< refuse operands to be packed anew, and commands without a meaning here
};

/// A program with the formats of all its tensors, each statement under the schedule.
struct ScheduledProgram {
  Program program;
  TensorFormats formats{};
  std::vector<Scheduled> statements{};
};

/// What both back ends start from. Throws Error (bad_input): whatever parser, checker and schedule
/// refuse.
ScheduledProgram read_scheduled(const std::string& text, const CompileOptions& options);

/// One statement of a program and the graph that computes it. The plan's `schedule.not_in_graph`
/// lists the commands that the graph does without.
struct Stage {
  Plan plan;
  Graph graph;
};

/// An expression, compiled: the graphs run one after the other, each may use earlier results.
struct Compiled {
  Program program;
  std::vector<Stage> stages;
};

/// Throws Error (bad_input), pointing into the text where it can: whatever parser, checker,
/// schedule and planner refuse; with `strict` an access that the loop order does not serve as it
/// is stored.
Compiled compile(const std::string& text, const CompileOptions& options);

/// A program planned for kernels, statement by statement: lower_to_kernel takes each plan.
struct PlannedProgram {
  Program program;
  std::vector<Plan> plans;
};

/// Throws Error (bad_input) as compile does.
PlannedProgram plan_kernels(const std::string& text, const CompileOptions& options);

}  // namespace fiberloom
