#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/workload.h"
#include "einsum/typing.h"
#include "reference/compare.h"

namespace fiberloom {

/// How results compare with the reference evaluator's.
struct ResultCheck {
  enum class Status : uint8_t { ok, mismatch, not_possible, not_asked };
  Status status = Status::not_asked;
  std::string reason{};
  double max_error = 0;
  uint64_t mismatches = 0;
  std::map<std::string, std::vector<Mismatch>> first{};  ///< by result

  /// It was asked for, and did not succeed.
  bool failed() const { return status == Status::mismatch || status == Status::not_possible; }
};

/// Evaluates the program by the reference evaluator and compares the results with its own.
ResultCheck check_results(const Program& program, const Workload& workload,
                          const ComponentTypes& result_types,
                          const std::map<std::string, const CoordinateList*>& results,
                          const CompareOptions& options = {});

nlohmann::json check_json(const ResultCheck& check);
/// Lines for people; nothing where no check was asked for.
std::string check_text(const ResultCheck& check);

}  // namespace fiberloom
