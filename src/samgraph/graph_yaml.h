#pragma once

#include <map>
#include <string>

#include "base/yaml.h"
#include "samgraph/graph.h"

namespace fiberloom {

/// Reads a graph file. `overrides` replace values of its `parameters`.
/// Throws Error (bad_input): anything that is not as the specs of the block types say.
Graph read_graph(const YamlNode& file, const std::map<std::string, std::string>& overrides = {});

/// The graph as YAML that read_graph() reads back to the same graph.
std::string write_graph(const Graph& graph);

}  // namespace fiberloom
