#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/workload.h"

namespace fiberloom {

/// A result tensor as reports describe it.
struct ReportedResult {
  const CoordinateList& points;
  uint64_t stored = 0;  ///< values in storage, padding included
  uint64_t bytes = 0;   ///< of the storage
  std::string file{};   ///< where it was written to; may be empty
};

/// "10x20", or "scalar".
std::string shape_text(const std::vector<uint64_t>& shape);

/// The object `inputs` of reports.
nlohmann::json inputs_json(const Workload& workload);
nlohmann::json result_json(const ReportedResult& result);

/// A line an operand, for people.
std::string inputs_text(const Workload& workload);
std::string result_text(const std::string& name, const ReportedResult& result);

}  // namespace fiberloom
