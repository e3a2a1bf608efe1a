#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace fiberloom {

using DotAttributes = std::map<std::string, std::string>;

struct DotNode {
  std::string id;
  DotAttributes attributes;
  Location where;
};

struct DotEdge {
  std::string from;
  std::string to;
  DotAttributes attributes;
  Location where;
};

/// A graph in Graphviz' language as it stands: nothing is interpreted.
struct DotGraph {
  DotAttributes attributes;
  Location attributes_where{};  ///< of the last one that belongs to the graph
  std::vector<DotNode> nodes;   ///< each statement of a node, repeated ones too
  std::vector<DotEdge> edges;   ///< a -> b -> c is two
};

/// Parses the DOT language: attributes of nodes, edges and the graph, edge chains, clusters, quoted
/// and joined strings, comments. Throws Error (bad_input) with the place: a text that is not DOT,
/// an undirected edge, a port of a node, an edge to a whole sub-graph (no SAM graph has these).
DotGraph parse_dot(const std::string& text, const std::string& file);

}  // namespace fiberloom
