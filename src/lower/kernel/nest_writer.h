#pragma once

#include <map>
#include <memory>
#include <optional>

#include "loopnest/plan.h"
#include "lower/kernel/kernel_lowering.h"
#include "lower/kernel/loop_parts.h"
#include "lower/kernel/loop_writer.h"
#include "lower/kernel/parallel_region.h"
#include "lower/kernel/tensor_sink.h"

namespace fiberloom {

/// Writes the loops of a plan's nests into a frame.
class NestWriter {
 public:
  NestWriter(KernelFrame& frame, const Plan& plan, const KernelOptions& options, LeafCodes& leaves);
  NestWriter(const NestWriter&) = delete;
  NestWriter& operator=(const NestWriter&) = delete;

  /// The whole: the root nest into the result. Throws Error (bad_input): a loop cannot run as the
  /// schedule says.
  void write(Destination result);

 private:
  NestCode code_of(const Nest& nest) const;
  void loops(const NestCode& nest, size_t k, ValueSink& sink);
  void visit(const NestCode& nest, size_t k, ValueSink& sink);
  void count(const NestCode& nest, size_t k, ValueSink& sink);
  LoopHints hints_of(const std::string& name) const;

  // Loops that threads share.
  const Parallelization* asked_for(const std::string& loop) const;
  bool any_asked_for() const;
  /// A result whose coordinates are counted before it is stored.
  bool counts_first(const std::string& result) const;
  /// The runs of the outermost loop of which a sparse result is put together, if it is.
  std::optional<ParallelRegion::Shared> shared_rows(const NestCode& root,
                                                    const Destination& result);
  void find_shared_loop(NestCode& root, TensorSink& sink);
  ParallelRegion::Shared shared_of(const NestCode& nest, size_t k, const std::string& clause);
  void write_in_runs(const NestCode& root, Destination result,
                     const ParallelRegion::Shared& shared);
  /// The segments of the one operand whose fibers the result's only compressed level follows, below
  /// dense levels of the same variables; empty where there is none.
  std::string followed_segments(const Destination& result);
  void share(const NestCode& nest, size_t k, ValueSink& sink);

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
  LoopParts parts_;
  SinkContext context_;
  std::optional<LoopWindow> run_{};  ///< of the next loop: the run that a thread does
  bool hooked_ = false;              ///< what stands around the next loop is written
  IndexVariables scope_{};           ///< the loops around
  bool innermost_dense_ = false;     ///< the loop just around
  /// By leaf: the operand's number, and the sink that fills it.
  std::map<const ExprNode*, std::pair<size_t, std::unique_ptr<TensorSink>>> temporaries_;
};

}  // namespace fiberloom
