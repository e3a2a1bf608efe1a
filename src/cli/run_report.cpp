#include "cli/run_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "cli/workload_report.h"

namespace fiberloom {
namespace {

using nlohmann::json;

constexpr std::string_view kTokens[] = {"data", "stop", "done", "empty"};
constexpr size_t kTopBlocks = 5;
constexpr size_t kBusiestBlocks = 3;

std::string status_of(const RunReport& report) {
  const auto status = report.outcome.statistics.status;
  return std::string(status == RunStatus::finished && report.check.failed() ? "mismatch"
                                                                            : status_name(status));
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

ReportedResult reported(const RunReport& report, const std::string& name) {
  const Simulation::Result& result = report.outcome.results.at(name);
  const auto file = report.files.find(name);
  return {.points = result.points,
          .stored = result.stored,
          .bytes = result.bytes,
          .file = file == report.files.end() ? "" : file->second};
}

}  // namespace

std::string_view status_name(RunStatus status) {
  constexpr std::string_view kNames[] = {"ok", "deadlock", "limit", "interrupted"};
  return kNames[static_cast<size_t>(status)];
}

json RunReport::to_json() const {
  const RunStatistics& statistics = outcome.statistics;
  json results = json::object();
  for (const auto& [name, result] : outcome.results) {
    results[name] = result_json(reported(*this, name));
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
               {"inputs", inputs_json(simulation.workload())},
               {"cycles", statistics.cycles},
               {"clock_hz", config.clock_hz},
               {"simulated_seconds", static_cast<double>(statistics.cycles) / config.clock_hz},
               {"load_seconds", load_seconds},
               {"wall_seconds", outcome.wall_seconds},
               {"tokens", statistics.tokens},
               {"check", check_json(check)},
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
  out += inputs_text(simulation.workload());
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
    out += result_text(name, reported(*this, name));
  }
  out += check_text(check);
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
