#include "cli/workload_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/output.h"

namespace fiberloom {
namespace {

uint64_t nonzeros(const CoordinateList& list) {
  return list.values.visit([](const auto& values) {
    return static_cast<uint64_t>(
        std::ranges::count_if(values, [](auto value) { return value != 0; }));
  });
}

}  // namespace

std::string shape_text(const std::vector<uint64_t>& shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

nlohmann::json inputs_json(const Workload& workload) {
  nlohmann::json inputs = nlohmann::json::object();
  for (const auto& [name, operand] : workload.operands) {
    const Tensor& tensor = operand.tensor;
    inputs[name] = {{"file", operand.origin},
                    {"shape", tensor.shape()},
                    {"stored", tensor.stored()},
                    {"nonzeros", operand.nonzeros},
                    {"format", tensor.format().letters},
                    {"order", tensor.format().order},
                    {"type", name_of(tensor.values().type())},
                    {"bytes", tensor.bytes()}};
    if (operand.source != name) {
      inputs[name].update({{"of", operand.source}, {"pack_seconds", operand.pack_seconds}});
    }
  }
  return inputs;
}

nlohmann::json result_json(const ReportedResult& result) {
  nlohmann::json made = {{"shape", result.points.shape},
                         {"stored", result.stored},
                         {"nonzeros", nonzeros(result.points)},
                         {"bytes", result.bytes},
                         {"type", name_of(result.points.values.type())}};
  if (!result.file.empty()) {
    made["file"] = result.file;
  }
  return made;
}

std::string inputs_text(const Workload& workload) {
  std::string out;
  for (const auto& [name, operand] : workload.operands) {
    const Tensor& tensor = operand.tensor;
    const bool repacked = operand.source != name;
    out +=
        fmt::format("operand  {} {} {}, {} stored, from {}{}\n", name, shape_text(tensor.shape()),
                    to_string(tensor.format()), grouped(tensor.stored()), operand.origin,
                    repacked ? fmt::format(", packed anew from {} in {}", operand.source,
                                           with_prefix(operand.pack_seconds, "s"))
                             : "");
  }
  return out;
}

std::string result_text(const std::string& name, const ReportedResult& result) {
  return fmt::format("result   {} {}, {} stored, {} nonzero{}\n", name,
                     shape_text(result.points.shape), grouped(result.stored),
                     grouped(nonzeros(result.points)),
                     result.file.empty() ? "" : ", in " + result.file);
}

}  // namespace fiberloom
