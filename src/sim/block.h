#pragma once

#include <systemc>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "samgraph/wiring.h"
#include "sim/burst.h"
#include "sim/each.h"
#include "sim/extents.h"
#include "sim/firing.h"
#include "sim/result_store.h"
#include "sim/tree_store.h"
#include "tensor/tensor.h"

namespace fiberloom {

/// What a block is made from.
struct BlockContext {
  const WiredBlock& wired;
  Parameters timing;
  const Tensor* operand = nullptr;  ///< the tensor that it reads, if it reads one
  ResultStore* result = nullptr;    ///< the result that it writes, if it writes one
  TreeStore* store = nullptr;       ///< what it keeps itself (buffer), or reads instead of a tensor
  /// A writer below a compressed level or at the top: its parents are 0, 1, 2, ..., and it has no
  /// `ref` to read them from.
  bool counts_parents = false;
  bool references_used = false;  ///< a writer whose own references another one reads
  ComponentType component = ComponentType::float64;
  uint64_t extent = 0;  ///< of the coordinates of its first crd input, 0: not known
  const NamedSizes* sizes = nullptr;

  const Parameters& parameters() const { return wired.node->parameters; }
  const std::string& name() const { return wired.node->name; }
  /// The level that the block reads: of a tensor, or of what a buffer keeps.
  const Level& level() const {
    const uint64_t k = parameters().count("level");
    return operand != nullptr ? operand->level(k) : store->read_level(k);
  }
  /// What a parameter of type `size` says; none where it says nothing. Throws Error: an index
  /// variable whose size is not known.
  std::optional<uint64_t> size(const std::string& parameter) const;
};

/// A primitive: a SystemC module with ports and one or more processes.
///
/// A block lists its ports as members (`In ref = input("ref")`), writes its behaviour as coroutines
/// and starts them in start(). Everything about time is in the awaitables.
class Block : public sc_core::sc_module {
 public:
  explicit Block(const BlockContext& context);

  const WiredBlock& wired() const { return wired_; }
  const std::vector<Process*>& processes() const { return processes_; }
  In& input_named(const std::string& name);
  Out& output_named(const std::string& name);
  const std::vector<Out*>& outputs() const { return outputs_; }

  /// Starts the coroutines of all processes.
  virtual void start() = 0;
  /// Values of the spec's statistics, in its order.
  virtual std::vector<uint64_t> statistics() const { return {}; }

 protected:
  /// Makes a port of the main process, or of another one of the block.
  In& input(const std::string& name);
  In& input(const std::string& name, Process& process);
  Out& output(const std::string& name);
  Out& output(const std::string& name, Process& process);
  /// The input or output ports of a family, in order.
  std::vector<In*> inputs_of(const std::string& family);
  std::vector<Out*> outputs_of(const std::string& family);

  Process& main() { return main_; }
  Process& add_process(const std::string& name);
  /// Joins two processes of the block. The FIFO is part of the block, not of the graph.
  void join(Out& out, In& in, const ChannelTiming& timing);

 private:
  friend class Machine;

  struct InnerChannel {
    Out* out;
    In* in;
    ChannelTiming timing;
  };

  const WiredBlock& wired_;
  Process main_;
  std::deque<Process> more_;
  std::deque<In> in_store_;
  std::deque<Out> out_store_;
  std::vector<Process*> processes_;
  std::vector<Out*> outputs_;  ///< that belong to the graph, in the spec's order
  std::vector<InnerChannel> inner_;
};

/// The makers of blocks by type.
class BlockMakers {
 public:
  using Make = std::function<std::unique_ptr<Block>(const BlockContext&)>;
  static void add(const std::string& type, Make make);
  static const Make& find(const std::string& type);
};

/// Registers a block type: one namespace-scope object in the block's file.
struct BlockRegistration {
  BlockRegistration(BlockSpec spec, BlockMakers::Make make) {
    BlockMakers::add(spec.type, std::move(make));
    BlockSpecs::add(std::move(spec));
  }
};

/// The maker of a block class that takes a BlockContext.
template <class B>
BlockMakers::Make make_block() {
  return [](const BlockContext& context) { return std::make_unique<B>(context); };
}
/// The maker of a block template over the component type.
template <template <class> class B>
BlockMakers::Make make_typed_block() {
  return [](const BlockContext& context) {
    return with_component_type(context.component, [&](auto zero) -> std::unique_ptr<Block> {
      return std::make_unique<B<decltype(zero)>>(context);
    });
  };
}

}  // namespace fiberloom
