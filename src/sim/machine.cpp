#include "sim/machine.h"

#include <systemc>

#include <algorithm>
#include <random>
#include <utility>

#include "sim/block.h"
#include "sim/extents.h"
#include "sim/occupancy.h"
#include "sim/settle.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

/// A sub-graph's instance in the SystemC hierarchy. What `fill` makes becomes its children.
class Instance final : public sc_core::sc_module {
 public:
  Instance(const sc_core::sc_module_name& name, const std::function<void()>& fill)
      : sc_module(name) {
    fill();
  }
};

/// A FIFO's place in the SystemC hierarchy.
class FifoObject final : public sc_core::sc_object {
 public:
  explicit FifoObject(const std::string& name) : sc_object(system_c_name(name).c_str()) {}
  const char* kind() const override { return "fiberloom_fifo"; }

 private:
  /// '.' separates levels of the hierarchy and cannot be part of a name.
  static std::string system_c_name(std::string name) {
    std::ranges::replace(name, '.', ':');
    return name;
  }
};

/// The FIFOs between writers of one result carry positions, which are bookkeeping: a writer in
/// hardware counts. They take no time and no slots.
bool is_bookkeeping(const Wiring& wiring, const WiredBlock& consumer, const InputPort& input) {
  return input.family->refers == Refers::parent && consumer.node->spec->ends_run &&
         wiring.blocks[input.source->block].node->spec->ends_run;
}

/// The positions of a compressed level are 0, 1, 2, ...: the writer below can count them.
bool can_be_counted(const Wiring& wiring, const WiredBlock& consumer, const InputPort& input) {
  if (!is_bookkeeping(wiring, consumer, input)) {
    return false;
  }
  const Parameters& parent = wiring.blocks[input.source->block].node->parameters;
  const TensorFormat& format = wiring.graph->tensors.at(parent.name("tensor")).format;
  return !LevelFormats::find(format.letters[parent.count("level")])->full;
}

bool counts_parents(const Wiring& wiring, const WiredBlock& writer) {
  return std::ranges::all_of(writer.inputs, [&](const InputPort& input) {
    return input.family->refers != Refers::parent || can_be_counted(wiring, writer, input);
  });
}

bool references_used(const Wiring& wiring, size_t writer) {
  return std::ranges::any_of(wiring.blocks, [&](const WiredBlock& block) {
    return std::ranges::any_of(block.inputs, [&](const InputPort& input) {
      return input.source->block == writer && !can_be_counted(wiring, block, input);
    });
  });
}

LaneMode lane_mode(const Process& process) {
  LaneMode mode = process.observer == nullptr ? LaneMode::free : LaneMode::ports;
  for (const auto* channels : {&process.inputs, &process.outputs}) {
    for (const Channel* channel : *channels) {
      mode = std::min(mode, channel->hooked()       ? LaneMode::ports
                            : channel->depth() != 0 ? LaneMode::bounded
                                                    : LaneMode::free);
    }
  }
  return mode;
}

}  // namespace

/// A second simulation in a process needs a context of its own, and the one it was given back.
class Machine::Kernel {
 public:
  Kernel() : given_(sc_core::sc_get_curr_simcontext()), own_(new sc_core::sc_simcontext) {
    sc_core::sc_curr_simcontext = own_.get();
    // It would stand on stdout among the results when a block's fault ends a run.
    sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                            sc_core::SC_DO_NOTHING);
  }
  ~Kernel() {
    instances.clear();
    fifos.clear();
    own_.reset();
    sc_core::sc_curr_simcontext = given_;
  }

  std::vector<std::unique_ptr<Instance>> instances;
  std::vector<std::unique_ptr<FifoObject>> fifos;

 private:
  sc_core::sc_simcontext* given_;
  std::unique_ptr<sc_core::sc_simcontext> own_;
};

Machine::Machine(const Wiring& wiring, const MachineConfig& config, const Operands& operands,
                 RunOptions options)
    : wiring_(wiring),
      config_(config),
      options_(std::move(options)),
      kernel_(std::make_unique<Kernel>()) {
  elaborate(operands);
  connect();
  start_processes();
}

Machine::~Machine() = default;

void Machine::elaborate(const Operands& operands) {
  blocks_.resize(wiring_.blocks.size());
  NamedSizes sizes = operands.sizes;
  sizes.insert(wiring_.graph->sizes.begin(), wiring_.graph->sizes.end());
  const auto extents = coordinate_extents(wiring_, operands.tensors, sizes);
  const auto extent_of = [&](const WiredBlock& block) {
    const auto crd = std::ranges::find(block.inputs, StreamKind::crd,
                                       [](const InputPort& input) { return input.type.kind; });
    return crd == block.inputs.end() ? 0 : extents[crd->source->block][crd->source->output];
  };
  for (const WiredBlock& block : wiring_.blocks) {
    if (block.node->keeps_store()) {
      const std::string& name = block.node->name;
      stores_.emplace(name, std::make_unique<TreeStore>(*wiring_.graph->levels(name)));
    }
  }
  const auto make = [&](size_t b) {
    const WiredBlock& wired = wiring_.blocks[b];
    const Parameters& parameters = wired.node->parameters;
    BlockContext context{.wired = wired, .timing = config_.timing_of(*wired.node)};
    context.component = operands.component;
    context.sizes = &sizes;
    if (const auto own = stores_.find(context.name()); own != stores_.end()) {
      context.store = own->second.get();
    }
    if (parameters.has("tensor")) {
      const std::string& tensor = parameters.name("tensor");
      if (wired.node->spec->ends_run) {
        context.result = operands.results.at(tensor);
        context.counts_parents = counts_parents(wiring_, wired);
        context.references_used = references_used(wiring_, b);
      } else if (const auto buffer = stores_.find(tensor); buffer != stores_.end()) {
        context.store = buffer->second.get();
      } else {
        context.operand = operands.tensors.at(tensor);
      }
    }
    context.extent = extent_of(wired);
    blocks_[b] = BlockMakers::find(wired.node->spec->type)(context);
  };
  // Blocks whose names share a prefix up to a dot are the children of one instance.
  const std::function<void(const std::vector<size_t>&, size_t)> fill =
      [&](const std::vector<size_t>& members, size_t prefix) {
        std::vector<std::pair<std::string, std::vector<size_t>>> instances;
        for (const size_t b : members) {
          const std::string& name = wiring_.blocks[b].node->name;
          const size_t dot = name.find('.', prefix);
          if (dot == std::string::npos) {
            make(b);
            continue;
          }
          const std::string instance = name.substr(prefix, dot - prefix);
          auto found =
              std::ranges::find(instances, instance, &decltype(instances)::value_type::first);
          if (found == instances.end()) {
            found = instances.insert(found, {instance, {}});
          }
          found->second.push_back(b);
        }
        for (const auto& [instance, inside] : instances) {
          kernel_->instances.push_back(std::make_unique<Instance>(
              instance.c_str(), [&] { fill(inside, prefix + instance.size() + 1); }));
        }
      };
  std::vector<size_t> all(blocks_.size());
  for (size_t b = 0; b < all.size(); ++b) {
    all[b] = b;
  }
  fill(all, 0);
}

Channel& Machine::make_channel(std::string name, ChannelTiming timing) {
  kernel_->fifos.push_back(std::make_unique<FifoObject>(name));
  channels_.push_back(
      std::make_unique<Channel>(std::move(name), timing, options_.host_cap, options_.clocked));
  ChannelObserver* observer =
      options_.observe ? options_.observe(channels_.back()->name()) : nullptr;
  meters_.emplace_back();
  // A bounded FIFO of the run-ahead engine measures itself.
  if (observer == nullptr && (timing.depth == 0 ? options_.occupancy : options_.clocked)) {
    meters_.back() = std::make_unique<OccupancyMeter>(timing.return_latency);
    observer = meters_.back().get();
  }
  if (observer != nullptr) {
    channels_.back()->observe(observer);
  }
  return *channels_.back();
}

void Machine::connect_input(Block& block, const InputPort& input) {
  In& port = block.input_named(input.name);
  const WiredBlock& producer = wiring_.blocks[input.source->block];
  const std::string& output = producer.outputs[input.source->output].name;
  const uint64_t latency = config_.timing_of(*producer.node).count("latency");
  ChannelTiming timing{.depth = input.depth.value_or(config_.fifo.depth),
                       .latency = config_.fifo.send_latency + latency - 1,
                       .return_latency = config_.fifo.return_latency};
  if (timing.depth != 0) {
    timing.depth = std::max(timing.depth, options_.least_depth);
  }
  if (is_bookkeeping(wiring_, block.wired(), input)) {
    timing = {.depth = 0, .latency = 0, .return_latency = 1};
  }
  Channel& channel = make_channel(
      producer.node->name + '.' + output + "->" + block.wired().node->name + '.' + input.name,
      timing);
  blocks_[input.source->block]->output_named(output).connect(channel);
  port.connect(channel);
}

void Machine::connect() {
  for (const auto& block : blocks_) {
    for (const InputPort& input : block->wired().inputs) {
      if (!can_be_counted(wiring_, block->wired(), input)) {
        connect_input(*block, input);
      }
    }
  }
  graph_channels_ = channels_.size();
  for (const auto& block : blocks_) {
    for (const auto& inner : block->inner_) {
      Channel& channel = make_channel(
          block->wired().node->name + '.' + inner.out->name() + "->" + inner.in->name(),
          inner.timing);
      inner.out->connect(channel);
      inner.in->connect(channel);
    }
  }
  for (const auto& block : blocks_) {
    for (In& port : block->in_store_) {
      if (!port.connected()) {
        connect_root(*block, port);
      }
    }
  }
}

/// What nothing feeds gets the root stream.
void Machine::connect_root(const Block& block, In& port) {
  Channel& channel = make_channel("root->" + block.wired().node->name + '.' + port.name(), {});
  port.connect(channel);
  channel.preload(data_token(0), config_.root_latency);
  channel.preload(done_token(), config_.root_latency + 1);
}

void Machine::start_processes() {
  for (const auto& block : blocks_) {
    block->start();
    for (Process* process : block->processes()) {
      process->horizon = options_.max_cycles;
      process->observer = options_.timeline;
      process->lane_mode = lane_mode(*process);
      processes_.push_back(process);
    }
    for (const Out& out : block->out_store_) {
      if (out.branches().size() > kMostLaneBranches) {
        out.process().lane_mode = LaneMode::ports;
      }
    }
  }
  EngineParts parts{.processes = processes_,
                    .channels = {},
                    .stop = options_.stop,
                    .profile = options_.profile,
                    .heartbeat = options_.heartbeat};
  for (const auto& channel : channels_) {
    parts.channels.push_back(channel.get());
  }
  if (options_.start_order != 0) {
    std::ranges::shuffle(parts.processes, std::mt19937_64(options_.start_order));
  }
  engine_ = options_.clocked ? make_clocked_engine(std::move(parts))
                             : make_runahead_engine(std::move(parts));
}

bool Machine::finished() const {
  for (const auto& block : blocks_) {
    if (block->wired().node->spec->ends_run) {
      if (!block->main().finished()) {
        return false;
      }
      continue;
    }
    for (const Out* out : block->outputs()) {
      if (out->branches().empty() && out->done_at() == kNever) {
        return false;
      }
    }
  }
  return true;
}

Cycle Machine::last_done() const {
  Cycle last = 0;
  for (const auto& block : blocks_) {
    if (block->wired().node->spec->ends_run) {
      last = std::max(last, block->main().at);
      continue;
    }
    const uint64_t latency =
        config_.fifo.send_latency - 1 + config_.timing_of(*block->wired().node).count("latency");
    for (const Out* out : block->outputs()) {
      if (out->branches().empty()) {
        last = std::max(last, out->done_at() + latency);
      }
    }
  }
  return last;
}

Cycle Machine::last_action() const {
  Cycle last = 0;
  for (const Process* process : processes_) {
    last = std::max(last, process->at);
  }
  return last;
}

RunStatistics Machine::run() {
  engine_->run();
  RunStatistics statistics;
  if (finished()) {
    statistics.status = RunStatus::finished;
    statistics.cycles = last_done() + 1;
  } else if (engine_->stopped_at() != kNever) {
    statistics.status = RunStatus::interrupted;
    statistics.cycles = engine_->stopped_at();
  } else if (engine_->limited()) {
    statistics.status = RunStatus::limit;
    statistics.cycles = options_.max_cycles;
  } else {
    statistics.status = RunStatus::deadlock;
    statistics.cycles = last_action() + 1;
  }
  collect(statistics);
  return statistics;
}

void Machine::collect(RunStatistics& statistics) const {
  for (const auto& block : blocks_) {
    const BlockSpec& spec = *block->wired().node->spec;
    BlockStatistics made{.name = block->wired().node->name,
                         .type = spec.type,
                         .processes = {},
                         .outputs = {},
                         .counters = {}};
    for (const Process* process : block->processes()) {
      uint64_t taken = 0;
      for (const Channel* channel : process->inputs) {
        taken += channel->pops();
      }
      made.processes.push_back({.name = process->name(),
                                .cycles = settle(*process, statistics.cycles),
                                .firings = process->firings,
                                .taken = taken,
                                .host_seconds = process->host_seconds});
      if (statistics.status == RunStatus::deadlock && !process->finished()) {
        statistics.waits.push_back({process->name(), describe_wait(*process)});
      }
    }
    for (const Out* out : block->outputs()) {
      made.outputs.push_back({out->name(), out->counts()});
      if (!spec.ends_run) {
        for (const uint64_t count : out->counts()) {
          statistics.tokens += count;
        }
      }
    }
    const std::vector<uint64_t> values = block->statistics();
    for (size_t k = 0; k < values.size(); ++k) {
      made.counters.emplace_back(spec.statistics[k].name, values[k]);
    }
    statistics.blocks.push_back(std::move(made));
  }
  for (size_t c = 0; c < graph_channels_; ++c) {
    const Channel& channel = *channels_[c];
    ChannelStatistics made{.name = channel.name(),
                           .tokens = channel.pushes(),
                           .left = channel.pushes() - channel.pops(),
                           .depth = channel.depth(),
                           .max_occupancy = {}};
    if (meters_[c]) {
      made.max_occupancy = meters_[c]->peak();
    } else if (channel.depth() != 0 && !channel.observed()) {
      made.max_occupancy = channel.peak();
    }
    statistics.channels.push_back(std::move(made));
  }
}

}  // namespace fiberloom
