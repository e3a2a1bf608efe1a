#include "explore/point_result.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "explore/report_scalars.h"

namespace fiberloom {

using nlohmann::json;

namespace {

constexpr int kSignals = 128;
constexpr size_t kMostMessage = 2000;

/// A part of the reports of a run, or of all statements of one.
json part(const json& report, const char* key) {
  if (!report.contains("stages")) {
    return report.value(key, json());
  }
  json parts = json::array();
  for (const json& stage : report["stages"]) {
    parts.push_back(stage.value(key, json()));
  }
  return parts;
}

/// The report that says how it ended: the last statement's, where there are several.
const json& last_stage(const json& report) {
  const auto stages = report.find("stages");
  return stages == report.end() || stages->empty() ? report : stages->back();
}

std::string deadlock_text(const json& report) {
  const json depth = report.value("/deadlock/sufficient_depth"_json_pointer, json());
  return depth.is_null() ? "it deadlocks at any FIFO depth: the graph itself is wrong"
                         : fmt::format("it passes if every FIFO is at least {} deep", depth.dump());
}

std::string message_of(const std::string& status, const json& report) {
  if (status == "deadlock") {
    return deadlock_text(report);
  }
  if (status == "limit" && report.contains("cycles")) {
    return fmt::format("stopped after {} cycles", report["cycles"].dump());
  }
  std::string message = report.value("message", "");
  if (message.empty()) {
    message = report.value("/check/reason"_json_pointer, "");
  }
  return message;
}

/// The last lines of what it said on stderr.
std::string tail(const std::string& errors) {
  std::string text =
      errors.size() > kMostMessage ? errors.substr(errors.size() - kMostMessage) : errors;
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

struct Ending {
  std::string status;
  std::string message;
};

/// How a job ended, from its report, or from its end where there is no report.
Ending ending_of(const JobOutcome& outcome, const json& report) {
  if (outcome.timed_out) {
    return {"timeout", fmt::format("no result within {:.3g} s", outcome.seconds)};
  }
  if (outcome.exit_code > kSignals && report.is_null()) {
    const int signal = outcome.exit_code - kSignals;
    return {"crash", fmt::format("ended by signal {} ({}) {}", signal, ::strsignal(signal),
                                 tail(outcome.errors))};
  }
  if (!report.is_object() || !report.value("status", json()).is_string()) {
    return {"crash", fmt::format("exit code {} without a report {}", outcome.exit_code,
                                 tail(outcome.errors))};
  }
  const json& last = last_stage(report);
  std::string status = report["status"];
  if (outcome.exit_code != 0 && status == "ok") {
    status = "error";
  }
  if (static_cast<ExitCode>(outcome.exit_code) == ExitCode::limit) {
    status = "limit";  // of memory, an error to the command
  }
  return {status, status == "ok" ? "" : message_of(status, last)};
}

template <class T>
std::optional<T> number(const json& report, const char* key) {
  const auto found = report.find(key);
  return found != report.end() && found->is_number() ? std::optional<T>(found->get<T>())
                                                     : std::nullopt;
}

/// The median of a kernel's runs; of several statements their sum.
std::optional<double> kernel_seconds(const json& report) {
  const auto stages = report.find("stages");
  if (stages == report.end()) {
    return number<double>(report, "median_seconds");
  }
  std::optional<double> sum = 0;
  for (const json& stage : *stages) {
    const auto seconds = number<double>(stage, "median_seconds");
    sum = sum && seconds ? std::optional<double>(*sum + *seconds) : std::nullopt;
  }
  return sum;
}

std::string text(const json& value) {
  return value.is_null() ? std::string()
                         : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

struct PointResultBuilder::Collected {
  PointResult result;
  json measures = json::object();
};

PointResultBuilder::PointResultBuilder() : collected_(std::make_unique<Collected>()) {}
PointResultBuilder::~PointResultBuilder() = default;
PointResultBuilder::PointResultBuilder(PointResultBuilder&&) noexcept = default;

bool PointResultBuilder::add(Measure measure, const JobOutcome& outcome) {
  PointResult& result = collected_->result;
  json report = json::parse(outcome.output, nullptr, false);
  if (report.is_discarded()) {
    report = json();
  }
  const Ending ending = ending_of(outcome, report);
  result.point_seconds += outcome.seconds;
  if (result.status == "ok") {
    result.status = ending.status;
    result.message = ending.message;
    result.exit_code = outcome.exit_code;
  }
  if (report.is_object()) {
    result.version = report.value("version", "");
    const bool kernel = measure == Measure::kernel;
    collect_scalars(report, kernel ? "kernel." : "", collected_->measures);
    if (kernel) {
      result.kernel_seconds = kernel_seconds(report);
    } else {
      result.cycles = number<uint64_t>(report, "cycles");
      result.config = text(part(report, "config"));
      result.blocks = text(part(report, "blocks"));
      const json deadlock = last_stage(report).value("deadlock", json::object());
      result.sufficient_depth = number<uint64_t>(deadlock, "sufficient_depth");
    }
  }
  return result.status == "ok";
}

PointResult PointResultBuilder::finish(size_t number_, std::string command, std::string axes) {
  PointResult& result = collected_->result;
  result.number = number_;
  result.command = std::move(command);
  result.axes = std::move(axes);
  // The point has columns of its own for these.
  collected_->measures.erase("cycles");
  result.measures = text(collected_->measures);
  return std::move(result);
}

}  // namespace fiberloom
