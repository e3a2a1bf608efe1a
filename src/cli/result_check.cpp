#include "cli/result_check.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "reference/evaluator.h"

namespace fiberloom {
namespace {

constexpr std::string_view kStatus[] = {"ok", "mismatch", "not_possible", "not_asked"};

ResultCheck not_possible(std::string reason) {
  return {.status = ResultCheck::Status::not_possible, .reason = std::move(reason)};
}

void add(ResultCheck& check, const std::string& name, const Comparison& comparison) {
  check.max_error = std::max(check.max_error, comparison.max_error);
  check.mismatches += comparison.mismatches;
  if (!comparison.agrees()) {
    check.status = ResultCheck::Status::mismatch;
    check.reason = comparison.reason;
    check.first[name] = comparison.first;
  }
}

}  // namespace

ResultCheck check_results(const Program& program, const Workload& workload,
                          const ComponentTypes& result_types,
                          const std::map<std::string, const CoordinateList*>& results,
                          const CompareOptions& options) {
  std::map<std::string, CoordinateList> lists;
  ReferenceOperands operands;
  for (const auto& [name, operand] : workload.operands) {
    if (!lists.contains(operand.source)) {
      lists[operand.source] = unpack(operand.tensor);
      operands[operand.source] = &lists[operand.source];
    }
  }
  ResultCheck check{.status = ResultCheck::Status::ok};
  try {
    require_sizes(program, workload.sizes);
    const auto expected = evaluate(program, operands, workload.sizes, result_types);
    for (const auto& [name, points] : results) {
      const auto reference = expected.find(name);
      if (reference == expected.end()) {
        return not_possible(fmt::format("the expression has no result '{}'", name));
      }
      add(check, name, compare(*points, reference->second, options));
    }
  } catch (const NotPossible& limit) {
    return not_possible(limit.what());
  }
  return check;
}

nlohmann::json check_json(const ResultCheck& check) {
  nlohmann::json mismatches = nlohmann::json::array();
  for (const auto& [result, list] : check.first) {
    for (const Mismatch& mismatch : list) {
      mismatches.push_back({{"result", result},
                            {"coordinates", mismatch.coordinates},
                            {"got", mismatch.got},
                            {"expected", mismatch.expected},
                            {"tolerance", mismatch.tolerance}});
    }
  }
  return {{"status", kStatus[static_cast<size_t>(check.status)]},
          {"reason", check.reason},
          {"max_error", check.max_error},
          {"mismatches", mismatches}};
}

std::string check_text(const ResultCheck& check) {
  if (check.status == ResultCheck::Status::not_asked) {
    return "";
  }
  std::string out = fmt::format("check    {}", kStatus[static_cast<size_t>(check.status)]);
  if (check.status == ResultCheck::Status::ok) {
    out +=
        fmt::format(": agrees with the reference evaluator, largest error {:.3g}", check.max_error);
  }
  if (!check.reason.empty()) {
    out += ": " + check.reason;
  }
  out += '\n';
  for (const auto& [result, list] : check.first) {
    for (const Mismatch& mismatch : list) {
      out += fmt::format("         {}({}) is {}, expected {} (tolerance {:.3g})\n", result,
                         fmt::join(mismatch.coordinates, ","), mismatch.got, mismatch.expected,
                         mismatch.tolerance);
    }
  }
  return out;
}

}  // namespace fiberloom
