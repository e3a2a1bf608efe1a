#pragma once

#include <string>
#include <vector>

#include "sim/sketch.h"

namespace fiberloom::testing {

/// Makes a random graph step by step. Every step is a function that picks what it needs of what is
/// there, and gives up where that is not possible.
class GraphGenerator {
 public:
  explicit GraphGenerator(uint64_t seed);

  /// One more part of the graph.
  void step();
  /// Ends all streams and gives the machine its timing.
  Testbench finish();

 private:
  struct Step {
    unsigned weight;         ///< in graphs that compute on tensors
    unsigned weight_timing;  ///< in graphs that only move tokens
    bool (GraphGenerator::*run)();
  };
  static const std::vector<Step>& steps();

  // random_sources.cpp
  void make_tensors();
  void start_at_root();
  bool start_at_sources();
  bool start_at_points();
  Wire make_source(StreamKind kind, const std::string& depth, const std::string& tokens);
  std::string random_value();

  // random_loops.cpp: deeper contexts
  bool scan();
  bool universe();
  bool join();
  bool locate();
  bool hold();
  bool drop();
  Wire scanner(const Wire& ref, Wire& crd);
  std::vector<Wire> repeated(const std::vector<Wire>& wires, const Wire& crd, unsigned percent);
  std::vector<Wire> scannable(const Context& context) const;
  uint64_t fiber_length(const Wire& ref) const;
  size_t levels_of(const Wire& ref) const { return sketch_.graph().levels(ref.tensor).value(); }

  // random_values.cpp: values, and shallower contexts
  bool load();
  bool compute();
  bool reduce();
  bool constant();
  bool accumulate();
  bool sort();
  bool buffer();
  bool drop_values();
  bool write();
  std::vector<uint64_t> random_permutation(size_t n);
  Sketch::Inputs nested_inputs(const Context& context, size_t n);
  void collect(Context context, const std::string& type, size_t n, size_t reduced);

  // random_traffic.cpp: what only moves tokens
  bool lockstep();
  bool first();
  bool port();
  bool arbitrate();
  bool drop_stops();
  bool compute_points();
  bool join_points();
  bool port_of_points();
  void end_streams();

  // random_timing.cpp
  void set_timing();

  Context& any_context() { return contexts_[random_.below(contexts_.size())]; }
  /// One with its payloads at some number of loops, where `wires` are.
  struct Place {
    size_t context;
    size_t depth;
  };
  std::vector<Wire> of_kind(const std::vector<Wire>& wires, StreamKind kind) const;
  std::string alu_of(const std::vector<Wire>& values);

  Random random_;
  Random timing_;
  bool timing_style_;
  Sketch sketch_;
  std::vector<std::string> tensors_;
  std::vector<Context> contexts_;
  std::vector<std::vector<Wire>> points_;  ///< groups of streams of points of one length
  std::map<std::string, uint64_t> buffers_;  ///< about how long their fibers are
  unsigned results_ = 0;
};

}  // namespace fiberloom::testing
