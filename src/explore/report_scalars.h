#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace fiberloom {

/// Puts every number, truth value and text of a command's report into `to`, by its path:
/// results.X.stored. The parts that are kept as they are (config, blocks, channels) and lists of
/// scalars are left out.
void collect_scalars(const nlohmann::json& report, const std::string& prefix, nlohmann::json& to);

}  // namespace fiberloom
