#pragma once

#include <cstdint>
#include <string>

#include "samgraph/graph.h"

namespace fiberloom::testing {

/// What comes of a graph on random data.
struct ImportedRun {
  int runs = 0;
  int wrong = 0;        ///< of them with another tensor than the expression's
  std::string first{};  ///< what was wrong first
};

/// Runs the graph on small random operands of the expression, of several densities, empty and full
/// among them, and compares each result with the reference evaluator.
ImportedRun run_on_random_data(const Graph& graph, const std::string& expression);

/// The message of the fault that loading, checking and running the file ends with, with its hint
/// and FILE:LINE in front; empty where there is none.
std::string refusal_of(const std::string& path);

}  // namespace fiberloom::testing
