#include "sim/shrink.h"

#include <algorithm>
#include <optional>
#include <set>

#include "sim/token_text.h"

namespace fiberloom::testing {
namespace {

using Fails = std::function<bool(const Testbench&)>;

/// Takes `candidate` instead of `bench` if it still is a graph and still fails.
bool accept(Testbench& bench, Testbench candidate, const Fails& fails) {
  try {
    check(candidate.graph);
    if (!fails(candidate)) {
      return false;
    }
  } catch (const std::exception&) {
    return false;
  }
  bench = std::move(candidate);
  return true;
}

bool feeds_something(const Graph& graph, const std::string& block) {
  return std::ranges::any_of(graph.blocks, [&](const BlockNode& node) {
    return (node.parameters.has("tensor") && node.parameters.name("tensor") == block) ||
           std::ranges::any_of(node.inputs, [&](const Connection& c) { return c.block == block; });
  });
}

/// Leaves out a block that nothing reads; writers of one tensor go together.
std::optional<Testbench> without(const Testbench& bench, size_t b) {
  Testbench smaller = bench;
  const BlockNode& node = bench.graph.blocks[b];
  if (node.spec->ends_run && node.parameters.has("tensor")) {
    std::erase_if(smaller.graph.blocks, [&](const BlockNode& other) {
      return other.spec->ends_run && other.parameters.has("tensor") &&
             other.parameters.name("tensor") == node.parameters.name("tensor");
    });
    return smaller;
  }
  if (feeds_something(bench.graph, node.name)) {
    return std::nullopt;
  }
  smaller.graph.blocks.erase(smaller.graph.blocks.begin() + static_cast<std::ptrdiff_t>(b));
  return smaller;
}

/// Puts sources of what a block sent in a run without limits in its place.
std::optional<Testbench> with_sources(const Testbench& bench, size_t b) {
  const BlockNode node = bench.graph.blocks[b];
  if (node.spec->inputs.empty() || node.spec->ends_run || node.spec->type == "source") {
    return std::nullopt;
  }
  Testbench smaller = bench;
  for (BlockNode& other : smaller.graph.blocks) {
    for (Connection& connection : other.inputs) {
      connection.depth = 0;
    }
  }
  smaller.config.fifo.depth = 0;
  const Outcome free = smaller.run({.clocked = true}, true);
  smaller = bench;
  const Wiring wiring = check(bench.graph);
  std::erase_if(smaller.graph.blocks,
                [&](const BlockNode& other) { return other.name == node.name; });
  for (const OutputPort& output : wiring.blocks[b].outputs) {
    std::string text;
    const std::string source = node.name + "_" + output.name;
    bool used = false;
    for (BlockNode& other : smaller.graph.blocks) {
      for (Connection& c : other.inputs) {
        if (c.block != node.name || c.port != output.name) {
          continue;
        }
        const ChannelTrace& trace =
            free.trace.at(node.name + '.' + c.port + "->" + other.name + '.' + c.input);
        text = to_text(trace.pushes, output.type.kind, false, bench.component);
        c.block = source;
        c.port = "out";
        used = true;
      }
    }
    if (used) {
      BlockNode made{.name = source, .spec = BlockSpecs::find("test_source")};
      for (const ParameterSpec& parameter : made.spec->parameters) {
        made.parameters.set(parameter.name, parameter.fallback);
      }
      made.parameters.set("kind", std::string(name_of(output.type.kind)));
      made.parameters.set("depth", output.type.depth == kPoints
                                       ? std::string("points")
                                       : std::to_string(output.type.depth));
      made.parameters.set("tokens", text);
      smaller.graph.blocks.push_back(std::move(made));
    }
  }
  return smaller;
}

bool simplify_blocks(Testbench& bench, const Fails& fails) {
  bool any = false;
  for (size_t b = bench.graph.blocks.size(); b-- > 0;) {
    if (b >= bench.graph.blocks.size()) {
      continue;
    }
    const auto left_out = without(bench, b);
    if (left_out && accept(bench, *left_out, fails)) {
      any = true;
      continue;
    }
    const auto replaced = with_sources(bench, b);
    any |= replaced && accept(bench, *replaced, fails);
  }
  return any;
}

bool simplify_timing(Testbench& bench, const Fails& fails) {
  bool any = false;
  const auto attempt = [&](auto change) {
    Testbench candidate = bench;
    if (change(candidate)) {
      any |= accept(bench, std::move(candidate), fails);
    }
  };
  for (size_t b = 0; b < bench.graph.blocks.size(); ++b) {
    const auto keys = bench.graph.blocks[b].timing.all();
    if (!keys.empty()) {
      attempt([&](Testbench& t) {
        t.graph.blocks[b].timing = {};
        return true;
      });
    }
    for (size_t c = 0; c < bench.graph.blocks[b].inputs.size(); ++c) {
      attempt([&](Testbench& t) {
        return std::exchange(t.graph.blocks[b].inputs[c].depth, std::nullopt).has_value();
      });
    }
  }
  attempt([](Testbench& t) { return std::exchange(t.config.fifo.depth, 0) != 0; });
  attempt([](Testbench& t) { return std::exchange(t.config.fifo.send_latency, 1) != 1; });
  attempt([](Testbench& t) { return std::exchange(t.config.fifo.return_latency, 1) != 1; });
  attempt([](Testbench& t) { return std::exchange(t.config.root_latency, 1) != 1; });
  return any;
}

}  // namespace

Testbench shrink(Testbench bench, const Fails& fails) {
  for (int round = 0; round < 6; ++round) {
    const bool blocks = simplify_blocks(bench, fails);
    const bool timing = simplify_timing(bench, fails);
    if (!blocks && !timing) {
      break;
    }
  }
  return bench;
}

}  // namespace fiberloom::testing
