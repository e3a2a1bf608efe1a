#include "sim/random_graph.h"

#include "sim/graph_generator.h"

namespace fiberloom::testing {

GraphGenerator::GraphGenerator(uint64_t seed)
    : random_(seed), timing_(seed ^ 0x9e3779b97f4a7c15), timing_style_(random_.chance(35)) {
  make_tensors();
  if (!timing_style_) {
    start_at_root();
  }
  start_at_sources();
  start_at_points();
}

const std::vector<GraphGenerator::Step>& GraphGenerator::steps() {
  using G = GraphGenerator;
  static const std::vector<Step> all = {
      {14, 1, &G::scan},       {12, 1, &G::join},      {14, 2, &G::load},
      {14, 10, &G::compute},   {10, 8, &G::reduce},    {8, 4, &G::accumulate},
      {6, 3, &G::drop},        {4, 3, &G::hold},       {6, 0, &G::write},
      {6, 2, &G::universe},    {6, 0, &G::locate},     {6, 4, &G::constant},
      {6, 3, &G::drop_values}, {6, 3, &G::sort},       {10, 3, &G::buffer},
      {5, 12, &G::lockstep},   {2, 6, &G::first},      {4, 8, &G::port},
      {2, 10, &G::arbitrate},  {4, 8, &G::drop_stops}, {2, 10, &G::compute_points},
      {1, 6, &G::join_points}, {1, 6, &G::port_of_points},
      {2, 6, &G::start_at_sources}, {1, 6, &G::start_at_points},
  };
  return all;
}

void GraphGenerator::step() {
  unsigned sum = 0;
  for (const Step& step : steps()) {
    sum += timing_style_ ? step.weight_timing : step.weight;
  }
  // What cannot be done is not done; a step then is another one.
  for (int tries = 0; tries < 20; ++tries) {
    uint64_t at = random_.below(sum);
    for (const Step& step : steps()) {
      const unsigned weight = timing_style_ ? step.weight_timing : step.weight;
      if (at < weight) {
        if ((this->*step.run)()) {
          return;
        }
        break;
      }
      at -= weight;
    }
  }
}

Testbench GraphGenerator::finish() {
  end_streams();
  set_timing();
  return std::move(sketch_.bench());
}

Testbench random_graph(uint64_t seed, size_t steps) {
  GraphGenerator generator(seed);
  for (size_t k = 0; k < steps; ++k) {
    generator.step();
  }
  return generator.finish();
}

Testbench permuted(Testbench bench) {
  for (BlockNode& block : bench.graph.blocks) {
    if (block.parameters.has("permuted")) {
      block.parameters.set("permuted", !block.parameters.boolean("permuted"));
    }
  }
  return bench;
}

}  // namespace fiberloom::testing
