#include "cli/comparison_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "cli/run_report.h"

namespace fiberloom {
namespace {

using nlohmann::json;

std::string threads_text(int threads) {
  return fmt::format("kernel, {}", threads == 1 ? "1 thread" : fmt::format("{} threads", threads));
}

json kernel_json(const KernelTimes& times) {
  return {{"threads", times.threads},
          {"parallel", times.parallel},
          {"median_seconds", times.median_seconds},
          {"minimum_seconds", times.minimum_seconds},
          {"compile_seconds", times.compile_seconds}};
}

}  // namespace

bool ComparisonReport::equal() const {
  return std::ranges::all_of(
      outcomes, [](const VariantOutcome& outcome) { return outcome.difference.equal; });
}

double ComparisonReport::simulated_seconds(const VariantOutcome& outcome) const {
  return static_cast<double>(outcome.simulation.cycles) / options.config.clock_hz;
}

json ComparisonReport::to_json() const {
  json variants = json::array();
  for (const VariantOutcome& outcome : outcomes) {
    const SimulatedTime& simulation = outcome.simulation;
    json kernels = json::array();
    std::ranges::transform(outcome.kernels, std::back_inserter(kernels), kernel_json);
    variants.push_back(
        {{"name", outcome.variant.name},
         {"expression", outcome.variant.expression},
         {"schedule", outcome.variant.compilation.schedule},
         {"kernel", kernels.front()},
         {"kernels", kernels},
         {"simulation",
          {{"status", status_name(simulation.status)},
           {"cycles", simulation.cycles},
           {"clock_hz", options.config.clock_hz},
           {"simulated_seconds", simulated_seconds(outcome)},
           {"operations", simulation.operations},
           {"wall_seconds", simulation.wall_seconds},
           {"not_in_graph", simulation.not_in_graph}}},
         {"ratio", outcome.kernels.front().median_seconds / simulated_seconds(outcome)},
         {"equal", outcome.difference.equal},
         {"largest_difference", outcome.difference.largest},
         {"check", check_json(outcome.check)}});
  }
  json made = {{"status", equal() ? "ok" : "mismatch"},
               {"config", options.config.to_json()},
               {"seed", options.workload.seed},
               {"equal", equal()},
               {"variants", variants}};
  for (const char* key : {"kernel", "simulation", "ratio"}) {
    made[key] = variants.front()[key];
  }
  return made;
}

std::vector<std::vector<std::string>> ComparisonReport::rows() const {
  std::vector<std::vector<std::string>> rows = {
      {"variant", "back end", "time", "cycles", "kernel / simulated", "operations/s"}};
  for (const VariantOutcome& outcome : outcomes) {
    const auto operations = static_cast<double>(outcome.simulation.operations);
    const double simulated = simulated_seconds(outcome);
    for (const KernelTimes& times : outcome.kernels) {
      rows.push_back({outcome.variant.name,
                      threads_text(times.threads) + (times.parallel ? "" : " (serial)"),
                      with_prefix(times.median_seconds, "s"), "",
                      fmt::format("{:.2f}", times.median_seconds / simulated),
                      with_prefix(operations / times.median_seconds, "op/s")});
    }
    const bool finished = outcome.simulation.status == RunStatus::finished;
    rows.push_back({outcome.variant.name,
                    finished
                        ? "simulation"
                        : fmt::format("simulation: {}", status_name(outcome.simulation.status)),
                    with_prefix(simulated, "s"), grouped(outcome.simulation.cycles), "",
                    with_prefix(operations / simulated, "op/s")});
  }
  return rows;
}

std::string ComparisonReport::to_text() const {
  std::string out;
  for (const VariantOutcome& outcome : outcomes) {
    out += fmt::format(
        "{}: {}{}\n", outcome.variant.name, outcome.variant.expression,
        outcome.variant.compilation.schedule.empty()
            ? ""
            : fmt::format(" under {}", fmt::join(outcome.variant.compilation.schedule, ",")));
    for (const std::string& command : outcome.simulation.not_in_graph) {
      out += fmt::format("  {} has no meaning in a graph\n", command);
    }
  }
  out += '\n' + table(rows()) + '\n';
  double largest = 0;
  for (const VariantOutcome& outcome : outcomes) {
    largest = std::max(largest, outcome.difference.largest);
    if (outcome.check.failed() || &outcome == &outcomes.front()) {
      out += check_text(outcome.check);
    }
  }
  return out + fmt::format("{} {}: largest difference {:.2g} of the largest value, at {}\n",
                           outcomes.front().result, equal() ? "equal" : "DIFFERS", largest,
                           with_prefix(options.config.clock_hz, "Hz"));
}

std::string ComparisonReport::to_csv() const {
  std::string out =
      "variant,back_end,threads,seconds,minimum_seconds,cycles,operations,status,equal\n";
  for (const VariantOutcome& outcome : outcomes) {
    for (const KernelTimes& times : outcome.kernels) {
      out += fmt::format("{},kernel,{},{},{},,{},ok,{}\n", outcome.variant.name, times.threads,
                         times.median_seconds, times.minimum_seconds, outcome.simulation.operations,
                         outcome.difference.equal);
    }
    out += fmt::format("{},simulation,,{},,{},{},{},{}\n", outcome.variant.name,
                       simulated_seconds(outcome), outcome.simulation.cycles,
                       outcome.simulation.operations, status_name(outcome.simulation.status),
                       outcome.difference.equal);
  }
  return out;
}

}  // namespace fiberloom
