#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml.h"
#include "samgraph/spec/block_spec.h"
#include "samgraph/spec/parameters.h"

namespace fiberloom {

/// Names that stand for a text in `${name}`.
using Substitutions = std::map<std::string, std::string>;

/// The text of a node with every ${name} replaced. Throws Error: a name that is not known.
std::string expand(const YamlNode& node, std::string_view what, const Substitutions& names);
uint64_t expand_count(const YamlNode& node, std::string_view what, const Substitutions& names);

/// A number of cycles from `least` to a thousand million, so that no sum of them overflows.
uint64_t read_cycles(const YamlNode& node, const std::string& name, uint64_t least,
                     const Substitutions& names);

/// FIFO slots: a number from 1, or `unbounded` (0).
uint64_t read_fifo_depth(const YamlNode& node, const Substitutions& names);

/// Reads the parameters that `specs` list from the map of a block, with their defaults put in.
/// Throws Error (bad_input): one that is required and missing, or a value that does not fit.
Parameters read_parameters_of(YamlMap& block, const std::vector<ParameterSpec>& specs,
                              const std::string& owner, const Substitutions& names);

/// Reads a map of timing keys; only those that are there.
Parameters read_timing(const YamlNode& node, const BlockSpec& spec, const Substitutions& names);

/// A value as YAML writes it.
std::string to_yaml(const ParameterValue& value);

}  // namespace fiberloom
