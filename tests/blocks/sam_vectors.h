#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "support/stream_case.h"

namespace fiberloom::testing {

/// What became of one recorded vector of SAM's own simulator.
struct SamVector {
  StreamCase test;      ///< what to run
  std::string not_run;  ///< why it is not run; empty: it is
  std::string
      difference;  ///< how we differ from SAM, where we do: the expected streams say it our way
  /// The cycles that SAM recorded, of all that comes out, where they are comparable.
  std::map<std::string, std::vector<Cycle>> cycles;
};

/// Translates a vector: SAM's ports and parameters into a block's, its stops into ours.
SamVector translate_sam_vector(const nlohmann::json& vector);

}  // namespace fiberloom::testing
