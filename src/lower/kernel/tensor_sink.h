#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lower/kernel/destination.h"
#include "lower/kernel/kernel_loops.h"
#include "lower/kernel/kernel_lowering.h"
#include "lower/kernel/value_sink.h"
#include "lower/kernel/workspace.h"

namespace fiberloom {

/// A nest and its loops in a kernel.
struct NestCode {
  const Nest* nest = nullptr;
  std::vector<KernelLoop> loops{};
  std::optional<size_t> shared{};  ///< the loop that threads share,
  std::string clause{};            ///< and how they add up
};

/// What all sinks of a kernel know.
struct SinkContext {
  KernelFrame& frame;
  LoopWriter& loops;
  const Scheduled& schedule;
  const KernelOptions& options;
  bool structural = false;             ///< something is stored only where it is there
  std::set<const ExprNode*> absent{};  ///< leaves that may be absent in the loops being written
};

/// A nest's values into storage: straight away where they come in storage order, each once; through
/// a workspace over the levels that do not otherwise. What is reduced in the innermost loops is
/// added up in a variable before.
class TensorSink final : public ValueSink {
 public:
  TensorSink(const SinkContext& context, const NestCode& nest, Destination destination);

  Destination& destination() { return destination_; }
  const LoopLevels& levels() const { return levels_; }
  /// The OpenMP clause under which threads may add to the sum; empty: there is none.
  std::string sum_clause() { return sum_.clause(); }

  void before(size_t loop, const std::string& most) override;
  void enter(size_t loop) override;
  void leave(size_t loop) override;
  void after(size_t loop) override;
  void put(const CValue& value) override { sum_.add(value); }
  bool sums(size_t loop) const override { return loop >= levels_.summed; }
  std::optional<LoopSum> sum_of(size_t loop) const override;

 private:
  size_t direct() const { return levels_.groups.size(); }
  std::optional<size_t> level_where(size_t LoopLevels::Group::*end, size_t loop) const;
  std::vector<std::string> expected(const NestCode& nest) const;
  std::string all_positions() const;
  void make_workspace();
  void deliver(const CValue& value);

  const SinkContext& context_;
  Destination destination_;
  ScalarSum sum_;
  LoopLevels levels_;
  bool in_order_ = false;
  bool in_place_ = false;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace fiberloom
