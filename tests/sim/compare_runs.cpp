#include "sim/compare_runs.h"

#include <fmt/format.h>

namespace fiberloom::testing {
namespace {

std::string show(const Events& events, size_t k) {
  if (k >= events.size()) {
    return "nothing";
  }
  const Token token = events[k].token;
  return fmt::format("kind {} payload {:x} at {}", static_cast<int>(token.kind()), token.payload,
                     events[k].at);
}

/// Between the processes of one block tokens may name places in host memory.
bool is_inner(const std::string& channel) {
  return channel.find('.', channel.find("->")) == std::string::npos;
}

std::string difference(const std::string& what, const Events& a, const Events& b,
                       bool payloads = true) {
  const auto same = [payloads](const Event& x, const Event& y) {
    return payloads ? x == y : x.at == y.at && x.token.kind() == y.token.kind();
  };
  for (size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
    if (k >= a.size() || k >= b.size() || !same(a[k], b[k])) {
      return fmt::format("{}, number {}: {} against {}", what, k, show(a, k), show(b, k));
    }
  }
  return {};
}

std::string difference(const std::string& what, const CycleCount& a, const CycleCount& b) {
  const auto show = [](const CycleCount& c) {
    return fmt::format("busy {} in {} out {} idle {}", c.busy, c.stalled_in, c.stalled_out, c.idle);
  };
  return show(a) == show(b) ? "" : fmt::format("{}: {} against {}", what, show(a), show(b));
}

std::string difference(const BlockStatistics& a, const BlockStatistics& b) {
  for (size_t p = 0; p < a.processes.size(); ++p) {
    const auto found =
        difference("process " + a.processes[p].name, a.processes[p].cycles, b.processes[p].cycles);
    if (!found.empty()) {
      return found;
    }
    if (a.processes[p].firings != b.processes[p].firings) {
      return fmt::format("firings of {}: {} against {}", a.processes[p].name,
                         a.processes[p].firings, b.processes[p].firings);
    }
  }
  for (size_t o = 0; o < a.outputs.size(); ++o) {
    if (a.outputs[o].tokens != b.outputs[o].tokens) {
      return fmt::format("tokens of {}.{}", a.name, a.outputs[o].name);
    }
  }
  return a.counters == b.counters ? "" : "counters of " + a.name;
}

std::string difference(const ChannelStatistics& a, const ChannelStatistics& b, bool occupancy) {
  if (a.tokens != b.tokens || a.left != b.left) {
    return fmt::format("channel {}: {} tokens, {} left against {}, {}", a.name, a.tokens, a.left,
                       b.tokens, b.left);
  }
  if (occupancy && a.max_occupancy && b.max_occupancy && a.max_occupancy != b.max_occupancy) {
    return fmt::format("channel {} (depth {}): {} slots in use against {}", a.name, a.depth,
                       *a.max_occupancy, *b.max_occupancy);
  }
  return {};
}

std::string difference(const CoordinateList& a, const CoordinateList& b) {
  const bool values = a.values.visit([&](const auto& x) {
    using Vector = std::decay_t<decltype(x)>;
    const auto& y = b.values.as<typename Vector::value_type>();
    // An empty vector may have no data for memcmp.
    return x.size() == y.size() &&
           (x.empty() ||
            std::memcmp(x.data(), y.data(), x.size() * sizeof(typename Vector::value_type)) == 0);
  });
  return a.columns == b.columns && a.shape == b.shape && values ? "" : "result";
}

std::string difference(const RunStatistics& a, const RunStatistics& b, const Aspects& aspects) {
  if (a.status != b.status || a.cycles != b.cycles || a.tokens != b.tokens) {
    return fmt::format("status {} cycles {} tokens {} against {} {} {}", static_cast<int>(a.status),
                       a.cycles, a.tokens, static_cast<int>(b.status), b.cycles, b.tokens);
  }
  for (size_t k = 0; k < a.blocks.size(); ++k) {
    if (const auto found = difference(a.blocks[k], b.blocks[k]); !found.empty()) {
      return found;
    }
  }
  for (size_t c = 0; c < a.channels.size(); ++c) {
    if (const auto found = difference(a.channels[c], b.channels[c], aspects.occupancy);
        !found.empty()) {
      return found;
    }
  }
  const auto waits = [&](const RunStatistics& s) {
    std::string text;
    for (const Wait& wait : s.waits) {
      text += wait.process + (aspects.wait_texts ? " " + wait.text : "") + "\n";
    }
    return text;
  };
  return waits(a) == waits(b) ? "" : fmt::format("waits:\n{}against:\n{}", waits(a), waits(b));
}

}  // namespace

std::string difference(const Outcome& a, const Outcome& b, const Aspects& aspects) {
  if (a.error != b.error) {
    return fmt::format("error '{}' against '{}'", a.error, b.error);
  }
  if (aspects.trace) {
    for (const auto& [channel, trace] : a.trace) {
      const ChannelTrace& other = b.trace.at(channel);
      const bool payloads = !is_inner(channel);
      for (const auto& found :
           {difference("push into " + channel, trace.pushes, other.pushes, payloads),
            difference("pop from " + channel, trace.pops, other.pops, payloads)}) {
        if (!found.empty()) {
          return found;
        }
      }
    }
  }
  const std::string found = difference(a.statistics, b.statistics, aspects);
  if (!found.empty()) {
    return found;
  }
  for (const auto& [name, events] : a.sinks) {
    const std::string sink = difference("taken by " + name, events, b.sinks.at(name));
    if (!sink.empty()) {
      return sink;
    }
  }
  for (const auto& [name, list] : a.results) {
    if (!difference(list, b.results.at(name)).empty()) {
      return "result " + name;
    }
  }
  return {};
}

std::string unbalanced(const RunStatistics& statistics) {
  for (const BlockStatistics& block : statistics.blocks) {
    for (const ProcessStatistics& process : block.processes) {
      const CycleCount& c = process.cycles;
      if (c.busy + c.stalled_in + c.stalled_out + c.idle != statistics.cycles) {
        return fmt::format("{}: {} + {} + {} + {} is not {}", process.name, c.busy, c.stalled_in,
                           c.stalled_out, c.idle, statistics.cycles);
      }
    }
  }
  return {};
}

}  // namespace fiberloom::testing
