#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/kernel_run.h"
#include "cli/workload_report.h"
#include "kernel/roofline.h"

namespace fiberloom {

/// All that is said of one kernel's runs.
struct KernelReport {
  const KernelRun& run;
  const KernelRun::Outcome& outcome;
  ResultCheck check{};
  bool cold = false;
  uint64_t seed = 1;
  std::string file{};  ///< of the result; may be empty
  std::optional<Roofline> roofline{};

  nlohmann::json to_json() const;
  std::string to_text() const;

 private:
  ReportedResult result() const;
};

}  // namespace fiberloom
