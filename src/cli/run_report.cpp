#include "cli/run_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/output.h"

namespace fiberloom {
namespace {

using nlohmann::json;

constexpr std::string_view kStatus[] = {"ok", "deadlock", "limit", "interrupted"};
constexpr std::string_view kCheck[] = {"ok", "mismatch", "not_possible", "not_asked"};
constexpr std::string_view kTokens[] = {"data", "stop", "done", "empty"};
constexpr size_t kTopBlocks = 5;
constexpr size_t kBusiestBlocks = 3;

std::string status_of(const RunReport& report) {
  const auto status = report.outcome.statistics.status;
  const bool checked = report.check.status == Simulation::Check::Status::ok ||
                       report.check.status == Simulation::Check::Status::not_asked;
  return std::string(status == RunStatus::finished && !checked
                         ? "mismatch"
                         : kStatus[static_cast<size_t>(status)]);
}

json to_json(const CycleCount& cycles) {
  return {{"busy", cycles.busy},
          {"stalled_in", cycles.stalled_in},
          {"stalled_out", cycles.stalled_out},
          {"idle", cycles.idle}};
}

json to_json(const BlockStatistics& block) {
  json made = {{"type", block.type}};
  if (block.processes.size() == 1) {
    made.update(to_json(block.processes[0].cycles));
    made["firings"] = block.processes[0].firings;
  } else {
    for (const ProcessStatistics& process : block.processes) {
      json entry = to_json(process.cycles);
      entry["name"] = process.name;
      entry["firings"] = process.firings;
      made["processes"].push_back(std::move(entry));
    }
  }
  made["out"] = json::object();
  for (const OutputStatistics& output : block.outputs) {
    for (size_t kind = 0; kind < kTokenKinds; ++kind) {
      made["out"][output.name][std::string(kTokens[kind])] = output.tokens[kind];
    }
  }
  for (const auto& [name, value] : block.counters) {
    made["statistics"][name] = value;
  }
  return made;
}

json to_json(const ChannelStatistics& channel) {
  json made = {{"tokens", channel.tokens},
               {"depth", channel.depth == 0 ? json() : json(channel.depth)},
               {"max_occupancy", channel.max_occupancy ? json(*channel.max_occupancy) : json()}};
  if (channel.left > 0) {
    made["left"] = channel.left;
  }
  return made;
}

json to_json(const Simulation::Check& check) {
  json mismatches = json::array();
  for (const auto& [result, list] : check.first) {
    for (const Mismatch& mismatch : list) {
      mismatches.push_back({{"result", result},
                            {"coordinates", mismatch.coordinates},
                            {"got", mismatch.got},
                            {"expected", mismatch.expected},
                            {"tolerance", mismatch.tolerance}});
    }
  }
  return {{"status", kCheck[static_cast<size_t>(check.status)]},
          {"reason", check.reason},
          {"max_error", check.max_error},
          {"mismatches", mismatches}};
}

uint64_t nonzeros(const CoordinateList& list) {
  return list.values.visit([](const auto& values) {
    return static_cast<uint64_t>(
        std::ranges::count_if(values, [](auto value) { return value != 0; }));
  });
}

std::string shape_text(const std::vector<uint64_t>& shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

using Entry = std::pair<const BlockStatistics*, const ProcessStatistics*>;

/// All processes, those with the most cycles of `count` first.
template <typename Count>
std::vector<Entry> most(const RunStatistics& statistics, Count count) {
  std::vector<Entry> all;
  for (const BlockStatistics& block : statistics.blocks) {
    for (const ProcessStatistics& process : block.processes) {
      all.emplace_back(&block, &process);
    }
  }
  std::ranges::stable_sort(all, [&](const Entry& a, const Entry& b) {
    return count(a.second->cycles) > count(b.second->cycles);
  });
  return all;
}

std::string share(Cycle cycles, const RunStatistics& statistics) {
  return fmt::format("{:.1f} %", statistics.cycles == 0
                                     ? 0.0
                                     : 100.0 * static_cast<double>(cycles) /
                                           static_cast<double>(statistics.cycles));
}

/// The processes that bound the run: at 100 % only less work, or more blocks, would shorten it.
std::string busiest(const RunStatistics& statistics) {
  const auto all = most(statistics, [](const CycleCount& cycles) { return cycles.busy; });
  std::vector<std::string> named;
  for (size_t k = 0; k < std::min(kBusiestBlocks, all.size()); ++k) {
    named.push_back(
        fmt::format("{} {}", all[k].second->name, share(all[k].second->cycles.busy, statistics)));
  }
  return fmt::format("busiest  {}\n", fmt::join(named, ", "));
}

/// The processes that stalled most, with their shares of the run.
std::vector<std::vector<std::string>> top_stalls(const RunStatistics& statistics) {
  const auto all = most(
      statistics, [](const CycleCount& cycles) { return cycles.stalled_in + cycles.stalled_out; });
  std::vector<std::vector<std::string>> rows = {
      {"most stalled", "type", "busy", "waits for tokens", "waits for slots", "idle"}};
  for (size_t k = 0; k < std::min(kTopBlocks, all.size()); ++k) {
    const CycleCount& cycles = all[k].second->cycles;
    rows.push_back({all[k].second->name, all[k].first->type, share(cycles.busy, statistics),
                    share(cycles.stalled_in, statistics), share(cycles.stalled_out, statistics),
                    share(cycles.idle, statistics)});
  }
  return rows;
}

std::string check_text(const Simulation::Check& check) {
  std::string out = fmt::format("check    {}", kCheck[static_cast<size_t>(check.status)]);
  if (check.status == Simulation::Check::Status::ok) {
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

}  // namespace

json RunReport::to_json() const {
  const RunStatistics& statistics = outcome.statistics;
  json inputs = json::object();
  for (const auto& [name, operand] : simulation.workload().operands) {
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
  json results = json::object();
  for (const auto& [name, result] : outcome.results) {
    results[name] = {{"shape", result.points.shape},
                     {"stored", result.stored},
                     {"nonzeros", nonzeros(result.points)},
                     {"bytes", result.bytes},
                     {"type", name_of(result.points.values.type())}};
    if (const auto file = files.find(name); file != files.end()) {
      results[name]["file"] = file->second;
    }
  }
  json blocks = json::object();
  for (const BlockStatistics& block : statistics.blocks) {
    blocks[block.name] = fiberloom::to_json(block);
  }
  json channels = json::object();
  for (const ChannelStatistics& channel : statistics.channels) {
    channels[channel.name] = fiberloom::to_json(channel);
  }
  json made = {{"status", status_of(*this)},
               {"graph", simulation.graph().name},
               {"expression", simulation.graph().expression},
               {"engine", engine},
               {"seed", seed},
               {"config", config.to_json()},
               {"not_in_graph", not_in_graph},
               {"inputs", std::move(inputs)},
               {"cycles", statistics.cycles},
               {"clock_hz", config.clock_hz},
               {"simulated_seconds", static_cast<double>(statistics.cycles) / config.clock_hz},
               {"load_seconds", load_seconds},
               {"wall_seconds", outcome.wall_seconds},
               {"tokens", statistics.tokens},
               {"check", fiberloom::to_json(check)},
               {"results", std::move(results)},
               {"blocks", std::move(blocks)},
               {"channels", std::move(channels)}};
  if (statistics.status == RunStatus::deadlock) {
    for (const Wait& wait : statistics.waits) {
      made["deadlock"]["waits"].push_back({{"process", wait.process}, {"waits_for", wait.text}});
    }
    made["deadlock"]["sufficient_depth"] = sufficient_depth ? json(*sufficient_depth) : json();
  }
  return made;
}

std::string RunReport::to_text() const {
  const RunStatistics& statistics = outcome.statistics;
  std::string out = simulation.graph().name;
  if (!simulation.graph().expression.empty()) {
    out += ": " + simulation.graph().expression;
  }
  out += '\n';
  for (const auto& [name, operand] : simulation.workload().operands) {
    const Tensor& tensor = operand.tensor;
    const bool repacked = operand.source != name;
    out +=
        fmt::format("operand  {} {} {}, {} stored, from {}{}\n", name, shape_text(tensor.shape()),
                    to_string(tensor.format()), grouped(tensor.stored()), operand.origin,
                    repacked ? fmt::format(", packed anew from {} in {}", operand.source,
                                           with_prefix(operand.pack_seconds, "s"))
                             : "");
  }
  for (const std::string& command : not_in_graph) {
    out += fmt::format("schedule {} has no meaning in a graph\n", command);
  }
  out += fmt::format("status   {}\n", status_of(*this));
  out += fmt::format("cycles   {} ({} at {})\n", grouped(statistics.cycles),
                     with_prefix(static_cast<double>(statistics.cycles) / config.clock_hz, "s"),
                     with_prefix(config.clock_hz, "Hz"));
  out += fmt::format(
      "tokens   {} in {:.3f} s on the host, {:.1f} M tokens/s\n", grouped(statistics.tokens),
      outcome.wall_seconds,
      static_cast<double>(statistics.tokens) / 1e6 / std::max(outcome.wall_seconds, 1e-9));
  out += busiest(statistics);
  for (const auto& [name, result] : outcome.results) {
    const auto file = files.find(name);
    out += fmt::format("result   {} {}, {} stored, {} nonzero{}\n", name,
                       shape_text(result.points.shape), grouped(result.stored),
                       grouped(nonzeros(result.points)),
                       file == files.end() ? "" : ", in " + file->second);
  }
  if (check.status != Simulation::Check::Status::not_asked) {
    out += check_text(check);
  }
  if (!directory.empty()) {
    out += fmt::format("folder   {}: config, graph, statistics, report\n", directory);
  }
  if (statistics.status == RunStatus::deadlock) {
    out += "deadlock: nobody can go on\n";
    for (const Wait& wait : statistics.waits) {
      out += fmt::format("  {} {}\n", wait.process, wait.text);
    }
    out += sufficient_depth
               ? fmt::format("  it passes if every FIFO is at least {} deep\n", *sufficient_depth)
               : "  it deadlocks at any depth: the graph itself is wrong\n";
  }
  return out + '\n' + table(top_stalls(statistics));
}

}  // namespace fiberloom
