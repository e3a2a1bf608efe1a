#pragma once

#include <map>
#include <string>

#include "loopnest/plan.h"
#include "lower/graph_builder.h"

namespace fiberloom {

/// The coordinates of each variable and the values of a nest.
struct NestStreams {
  std::map<std::string, Stream> crds;
  Stream value;
};

/// Brings coordinates and values from one order of loops into another, by a sorter over the first
/// misplaced one and all inside it.
void sort_streams(GraphBuilder& builder, const std::string& name, const IndexVariables& have,
                  const IndexVariables& want, NestStreams& streams);

/// Writes the result: a sorter where the loops run in another order than it is stored in, droppers
/// for what is structurally absent, a writer for each level and the values.
void write_result(GraphBuilder& builder, const Plan& plan, NestStreams streams);

}  // namespace fiberloom
