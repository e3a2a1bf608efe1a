#include "sim/graph_generator.h"

namespace fiberloom::testing {
namespace {

ParameterValue random_timing(Random& random, const ParameterSpec& key) {
  if (key.type == ParameterType::boolean) {
    return random.chance(50);
  }
  const auto fallback = std::get<uint64_t>(key.fallback);
  return fallback + random.below(4);
}

uint64_t random_depth(Random& random) {
  static const std::vector<uint64_t> kDepths = {0, 1, 1, 2, 2, 3, 4, 5, 6};
  return random.pick(kDepths);
}

}  // namespace

void GraphGenerator::set_timing() {
  Testbench& bench = sketch_.bench();
  bench.config.fifo = {.depth = random_depth(timing_),
                       .send_latency = timing_.between(1, 3),
                       .return_latency = timing_.between(1, 3)};
  bench.config.root_latency = timing_.below(4);
  bench.component = timing_.chance(80) ? ComponentType::float64 : ComponentType::float32;
  const bool own_depths = timing_.chance(70);
  const uint64_t own_timing = timing_.below(3) * 30;
  for (BlockNode& block : bench.graph.blocks) {
    for (Connection& connection : block.inputs) {
      if (own_depths && timing_.chance(30)) {
        connection.depth = random_depth(timing_);
      }
    }
    for (const auto* keys : {&common_timing(), &block.spec->timing}) {
      for (const ParameterSpec& key : *keys) {
        if (timing_.chance(own_timing)) {
          block.timing.set(key.name, random_timing(timing_, key));
        }
      }
    }
  }
}

}  // namespace fiberloom::testing
