#include "support/stream_case.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "samgraph/graph_yaml.h"
#include "samgraph/port_name.h"
#include "sim/stream_shape.h"
#include "sim/token_text.h"

namespace fiberloom::testing {
namespace {

const PortSpec& port_of(const std::vector<PortSpec>& ports, const std::string& name) {
  for (const PortSpec& port : ports) {
    if (match_port(port.name, name)) {
      return port;
    }
  }
  throw bad_input("no port " + name);
}

std::string source_line(const StreamCase& test, const std::string& port, const StreamSpec& in) {
  const auto kind = port_of(BlockSpecs::find(test.block)->inputs, port).kind;
  std::string sent;
  for (const Cycle at : in.at) {
    sent += fmt::format("{}{}", sent.empty() ? "" : ", ", at - test.config.fifo.send_latency);
  }
  return fmt::format(
      "  in_{}: {{type: test_source, kind: {}, depth: {}, size: {}, sent: [{}], tokens: \"{}\"}}\n",
      port, in.kind.empty() ? name_of(kind.value()) : in.kind, in.depth, in.size, sent, in.tokens);
}

std::string with_depth(const std::string& from, const StreamSpec& stream) {
  return stream.fifo.empty() ? from : fmt::format("{{from: {}, depth: {}}}", from, stream.fifo);
}

/// The graph file of a case: test sources, the block, test sinks.
std::string graph_text(const StreamCase& test) {
  std::string text = "version: 1\n";
  text += test.formats.empty() ? "" : "tensors:\n";
  for (const auto& [name, format] : test.formats) {
    const size_t colon = format.find(':');
    text += fmt::format("  {}: {{format: {}", name, format.substr(0, colon));
    text += colon == std::string::npos ? "}\n" : ", order: [" + format.substr(colon + 1) + "]}\n";
  }
  text += "blocks:\n";
  std::vector<std::string> inputs;
  for (const auto& [port, in] : test.in) {
    text += in.from.empty() ? source_line(test, port, in) : "";
    inputs.push_back(port + ": " +
                     with_depth(in.from.empty() ? "in_" + port + ".out" : in.from, in));
  }
  text += fmt::format("  block: {{type: {}{}{}, timing: {{{}}}, in: {{{}}}}}\n", test.block,
                      test.parameters.empty() ? "" : ", ", test.parameters, test.timing,
                      fmt::join(inputs, ", "));
  for (const auto& [port, out] : test.out) {
    text += fmt::format("  out_{}: {{type: test_sink, taken: [{}], in: {{in: {}}}}}\n", port,
                        fmt::join(out.taken, ", "), with_depth("block." + port, out));
  }
  std::istringstream extra(test.extra);
  for (std::string line; std::getline(extra, line);) {
    text += "  " + line + '\n';
  }
  if (test.out.empty() && !BlockSpecs::find(test.block)->ends_run) {
    text +=
        "  end: {type: sink, in: {in: end_source.out}}\n"
        "  end_source: {type: source, kind: crd, depth: 0, tokens: 0 D}\n";
  }
  return text;
}

Testbench testbench_of(const StreamCase& test) {
  Testbench bench = testbench_from_yaml(graph_text(test), test.where);
  bench.tensors = test.tensors;
  bench.config = test.config;
  bench.component = test.component;
  bench.result_shapes = test.result_shapes;
  return bench;
}

/// The cycle in which an always ready sink takes each token.
std::vector<Cycle> pop_cycles(const StreamSpec& out, Cycle latency) {
  std::vector<Cycle> cycles;
  for (size_t k = 0; k < out.at.size(); ++k) {
    Cycle at = std::max(out.at[k] + latency, k > 0 ? cycles.back() + 1 : 0);
    cycles.push_back(k < out.taken.size() ? std::max(at, out.taken[k]) : at);
  }
  return cycles;
}

/// What the case compares of the events of an output.
Events compared(const StreamCase& test, Events events) {
  std::erase_if(events,
                [&](const Event& event) { return test.without_stops && event.token.is_stop(); });
  for (Event& event : events) {
    if (event.token.is_stop() && (test.without_unborn || test.without_levels)) {
      event.token = stop_token(test.without_levels ? 0 : event.token.level());
    }
  }
  return events;
}

std::string check_stream(const StreamCase& test, const std::string& port, const StreamSpec& out,
                         const Outcome& outcome, StreamKind kind, Cycle latency) {
  const std::vector<Token> tokens =
      read_stream(out.tokens, test.where + " " + port, kind, test.component);
  if (!out.at.empty() && out.at.size() != tokens.size()) {
    return fmt::format("{}: {} tokens and {} cycles are expected", port, tokens.size(),
                       out.at.size());
  }
  const std::vector<Cycle> pops = pop_cycles(out, latency);
  Events pushed;
  Events taken;
  for (size_t k = 0; k < tokens.size(); ++k) {
    pushed.push_back({tokens[k], k < out.at.size() ? out.at[k] : 0});
    taken.push_back({tokens[k], k < pops.size() ? pops[k] : 0});
  }
  const auto difference = [&](const std::string& what, const Events& got, const Events& expected) {
    const bool cycles = !out.at.empty();
    const std::string a = to_text(compared(test, got), kind, cycles, test.component);
    const std::string b = to_text(expected, kind, cycles, test.component);
    return a == b ? "" : fmt::format("{}:\n  {} {}\n  expected {}", port, what, a, b);
  };
  const auto traced = outcome.trace.find(fmt::format("block.{0}->out_{0}.in", port));
  if (traced != outcome.trace.end()) {
    const std::string fault = difference("pushed", traced->second.pushes, pushed);
    if (!fault.empty()) {
      return fault;
    }
  }
  const auto sink = outcome.sinks.find("out_" + port);
  return difference("taken", sink == outcome.sinks.end() ? Events{} : sink->second, taken);
}

std::string check_stored(const StreamCase& test, const Outcome& outcome) {
  for (const auto& [name, stored] : test.stored) {
    ResultStore& store = *outcome.stores.at(name);
    for (size_t k = 0; k < stored.levels.size(); ++k) {
      const WrittenLevel& level = store.level(stored.first_level + k);
      std::vector<uint64_t> coordinates;
      for (size_t c = 0; c < level.coordinates.size(); ++c) {
        coordinates.push_back(level.coordinates[c]);
      }
      if (coordinates != stored.levels[k].first || level.ends != stored.levels[k].second) {
        return fmt::format("level {} of {} has coordinates {} and ends {}, expected {} and {}", k,
                           name, coordinates, level.ends, stored.levels[k].first,
                           stored.levels[k].second);
      }
    }
    std::vector<double> values;
    for (size_t v = 0; v < store.values().size(); ++v) {
      values.push_back(store.values().real(v));
    }
    if (values != stored.values) {
      return fmt::format("{} has values {}, expected {}", name, values, stored.values);
    }
  }
  return {};
}

std::string check_statistics(const StreamCase& test, const RunStatistics& statistics) {
  if (test.cycles && statistics.cycles != *test.cycles) {
    return fmt::format("{} cycles, expected {}", statistics.cycles, *test.cycles);
  }
  const auto block = std::ranges::find(statistics.blocks, "block", &BlockStatistics::name);
  for (const auto& [name, expected] : test.statistics) {
    const auto counter =
        std::ranges::find(block->counters, name, &std::pair<std::string, uint64_t>::first);
    if (counter == block->counters.end() || counter->second != expected) {
      return fmt::format(
          "{} is {}, expected {}", name,
          counter == block->counters.end() ? "not counted" : std::to_string(counter->second),
          expected);
    }
  }
  if (!test.account.empty()) {
    const CycleCount& c = block->processes[0].cycles;
    const std::vector<uint64_t> account = {c.busy, c.stalled_in, c.stalled_out, c.idle};
    if (account != test.account) {
      return fmt::format("busy, stalled_in, stalled_out, idle are {}, expected {}", account,
                         test.account);
    }
  }
  return {};
}

std::string check_setting(const StreamCase& test, const Testbench& bench, const Setting& setting) {
  const Outcome outcome = bench.run(setting.options, setting.traced);
  if (!test.error.empty()) {
    return outcome.error.find(test.error) != std::string::npos
               ? ""
               : fmt::format("throws '{}', expected '{}'", outcome.error, test.error);
  }
  if (!outcome.error.empty()) {
    return "throws: " + outcome.error;
  }
  const Wiring wiring = check(bench.graph);
  const auto block =
      std::ranges::find(wiring.blocks, "block", [](const WiredBlock& b) { return b.node->name; });
  const Cycle latency =
      bench.config.fifo.send_latency + bench.config.timing_of(*block->node).count("latency") - 1;
  for (const auto& [port, out] : test.out) {
    const std::string fault =
        check_stream(test, port, out, outcome, block->output(port)->type.kind, latency);
    if (!fault.empty()) {
      return fault;
    }
  }
  const std::string fault = check_stored(test, outcome);
  return fault.empty() ? check_statistics(test, outcome.statistics) : fault;
}

}  // namespace

std::string check_case(const StreamCase& test) {
  try {
    const Testbench bench = testbench_of(test);
    for (const Setting& setting : all_settings()) {
      const std::string fault = check_setting(test, bench, setting);
      if (!fault.empty()) {
        return fmt::format("{}: {} ({}), {}: {}", test.where, test.name, test.block, setting.name,
                           fault);
      }
    }
  } catch (const Error& error) {
    return fmt::format("{}: {} ({}): {}", test.where, test.name, test.block, error.render());
  }
  return {};
}

}  // namespace fiberloom::testing
