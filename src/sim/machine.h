#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "samgraph/wiring.h"
#include "sim/config.h"
#include "sim/engine.h"
#include "sim/result_store.h"
#include "sim/statistics.h"
#include "sim/tree_store.h"
#include "tensor/tensor.h"

namespace fiberloom {

class Block;
class In;
class OccupancyMeter;

struct RunOptions {
  bool clocked = false;
  uint64_t host_cap = 1024;  ///< tokens that an unbounded FIFO may hold in host memory
  Cycle max_cycles = kNever;
  bool occupancy = false;    ///< measure unbounded FIFOs too
  uint64_t least_depth = 0;  ///< slots that every bounded FIFO has at least
  bool profile = false;      ///< measure the host's time of every process
  uint64_t start_order = 0;  ///< other than 0: processes start in an order shuffled by this seed
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> heartbeat{};
  /// Gives each channel an observer, or null; for traces and tests.
  std::function<ChannelObserver*(const std::string& channel)> observe{};
  ProcessObserver* timeline = nullptr;  ///< is told where the cycles of every process go
};

/// What a graph works on.
struct Operands {
  std::map<std::string, const Tensor*> tensors;  ///< inputs by name
  std::map<std::string, ResultStore*> results;   ///< outputs by name
  ComponentType component = ComponentType::float64;
  std::map<std::string, uint64_t> sizes{};  ///< of index variables, over those that the graph gives
};

/// A graph elaborated on SystemC: one module a block, one object a FIFO. Runs once.
class Machine {
 public:
  /// `wiring` and what `operands` points to must outlive the machine.
  Machine(const Wiring& wiring, const MachineConfig& config, const Operands& operands,
          RunOptions options);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  RunStatistics run();

 private:
  class Kernel;  ///< a SystemC simulation context of its own

  void elaborate(const Operands& operands);
  void connect();
  Channel& make_channel(std::string name, ChannelTiming timing);
  void connect_input(Block& block, const InputPort& input);
  void connect_root(const Block& block, In& port);
  void start_processes();
  bool finished() const;
  Cycle last_done() const;
  Cycle last_action() const;
  void collect(RunStatistics& statistics) const;

  const Wiring& wiring_;
  const MachineConfig& config_;
  RunOptions options_;
  std::unique_ptr<Kernel> kernel_;
  std::map<std::string, std::unique_ptr<TreeStore>> stores_;  ///< of buffers by name
  std::vector<std::unique_ptr<Block>> blocks_;  ///< as in the wiring
  std::vector<std::unique_ptr<Channel>> channels_;
  std::vector<std::unique_ptr<OccupancyMeter>> meters_;  ///< as the channels; null where not used
  size_t graph_channels_ = 0;                            ///< the first so many belong to the graph
  std::vector<Process*> processes_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace fiberloom
