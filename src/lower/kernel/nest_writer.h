#pragma once

#include <map>
#include <memory>

#include "loopnest/plan.h"
#include "lower/kernel/destination.h"
#include "lower/kernel/kernel_lowering.h"
#include "lower/kernel/loop_writer.h"

namespace fiberloom {

/// Writes the loops of a plan's nests into a frame.
class NestWriter {
 public:
  NestWriter(KernelFrame& frame, const Plan& plan, const KernelOptions& options, LeafCodes& leaves);
  ~NestWriter();
  NestWriter(const NestWriter&) = delete;
  NestWriter& operator=(const NestWriter&) = delete;

  /// The whole: the root nest into the result.
  void write(Destination result);

 private:
  class Sink;
  class ScalarSink;
  class TensorSink;
  friend class ScalarSink;
  friend class TensorSink;

  /// Do the threads' runs of the outermost loop write different parts of the result?
  bool may_run_parallel(const Destination& result) const;
  void loops(const Nest& nest, size_t k, Sink& sink);
  /// The segments of the one operand whose fibers the result's only compressed level follows, below
  /// dense levels of the same variables; empty where there is none.
  std::string followed_segments(const Destination& result);
  /// The coordinates of all operands together, an expression in C; empty where none is sparse.
  std::string all_positions();
  CValue scalar(const Nest& nest);
  void make_temporary(const Where& where);
  CValue value(const Expr& e, const Nest& around);
  CValue leaf_value(const Expr& leaf);
  /// Leaves the kernel where a division by zero of integers happened.
  void report_fault(const CValue& value);

  KernelFrame& frame_;
  const Plan& plan_;
  const KernelOptions& options_;
  LeafCodes& leaves_;
  LoopWriter loop_writer_;
  std::optional<LoopWindow> window_{};  ///< of the next loop
  IndexVariables scope_{};              ///< the loops around
  bool innermost_dense_ = false;        ///< the loop just around
  bool structural_ = false;             ///< something is stored only where it is there
  /// By leaf: the operand's number, and the sink that fills it.
  std::map<const ExprNode*, std::pair<size_t, std::unique_ptr<TensorSink>>> temporaries_;
};

}  // namespace fiberloom
