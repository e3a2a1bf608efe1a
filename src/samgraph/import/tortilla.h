#pragma once

#include <string>

#include "samgraph/graph.h"

namespace fiberloom {

/// Reads a tortilla graph, the protobuf message ComalGraph that comal and FuseFlow simulate, of
/// either version; which it is shows in whether its repeats and joiners can be read. The values of
/// a tensor are named by its levels' order alone: formats come from the lookups. Throws Error
/// (bad_input), with the operation's name for want of lines: bytes that are no such message, fields
/// that the schema does not have, operations that are not translated, graphs that cannot compute a
/// right result.
Graph read_tortilla(const std::string& bytes, const std::string& file);

}  // namespace fiberloom
