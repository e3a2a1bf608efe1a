#pragma once

#include <map>
#include <string>

#include "samgraph/graph.h"

namespace fiberloom {

/// Reads a graph of any kind: a graph file of ours (.yaml), a graph of SAM's compiler (.gv, .dot),
/// a tortilla graph of comal or FuseFlow (.pb, .bin, .tortilla). Where the name says nothing, the
/// contents decide. `overrides` replace parameters of ours, which other kinds do not have.
/// Throws Error (bad_input): a file that cannot be read, or is not what its kind asks for.
Graph load_graph(const std::string& path, const std::map<std::string, std::string>& overrides = {});

/// Whether the file is one of ours by name or contents, so that YAML's readers may have it.
bool is_yaml(const std::string& path);

}  // namespace fiberloom
