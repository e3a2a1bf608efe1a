#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/comparison.h"

namespace fiberloom {

/// All that is said of variants that were run on both back ends.
struct ComparisonReport {
  const ComparisonOptions& options;
  const std::vector<VariantOutcome>& outcomes;

  /// Kernels' and simulation's results agree, and those of all variants.
  bool equal() const;
  nlohmann::json to_json() const;
  std::string to_text() const;
  std::string to_csv() const;

 private:
  std::vector<std::vector<std::string>> rows() const;
  double simulated_seconds(const VariantOutcome& outcome) const;
};

}  // namespace fiberloom
