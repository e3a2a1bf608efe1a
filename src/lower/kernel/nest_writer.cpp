#include "lower/kernel/nest_writer.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/constants.h"
#include "lower/kernel/parallel_region.h"
#include "lower/kernel/scalar_sum.h"
#include "lower/kernel/workspace.h"
#include "tensor/level_format.h"

namespace fiberloom {

/// What becomes of a nest's values. `before` and `after` stand around a loop (or, behind the last,
/// around the value), `enter` and `leave` inside it.
class NestWriter::Sink {
 public:
  virtual ~Sink() = default;
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  /// `most`: so many coordinates the loop has at most, in C.
  virtual void before(size_t loop, const std::string& most) = 0;
  virtual void enter(size_t loop) = 0;
  virtual void leave(size_t loop) = 0;
  virtual void after(size_t loop) = 0;
  virtual void put(const CValue& value) = 0;
  /// What a loop only adds to.
  virtual std::optional<LoopSum> sum_of(size_t loop) const = 0;
};

/// A reduction to one value.
class NestWriter::ScalarSink final : public Sink {
 public:
  ScalarSink(NestWriter& writer, const Nest& nest)
      : sum_(writer.frame_, nest, writer.structural_) {}
  void before(size_t loop, const std::string&) override {
    if (loop == 0) {
      sum_.begin();
    }
  }
  void enter(size_t) override {}
  void leave(size_t) override {}
  void after(size_t) override {}
  void put(const CValue& value) override { sum_.add(value); }
  std::optional<LoopSum> sum_of(size_t) const override { return sum_.in_any_order(); }
  CValue made() const { return sum_.made(); }

 private:
  ScalarSum sum_;
};

/// A nest's values into storage: straight away where they come in storage order, each once; through
/// a workspace over the levels from `direct_` on otherwise. What is reduced in the innermost loops
/// is added up in a variable before.
class NestWriter::TensorSink final : public Sink {
 public:
  TensorSink(NestWriter& writer, const Nest& nest, Destination destination)
      : frame_(writer.frame_),
        destination_(std::move(destination)),
        sum_(writer.frame_, nest, writer.structural_) {
    summed_ = nest.loops.size();
    while (summed_ > 0 && contains(nest.reduced, nest.loops[summed_ - 1].variable)) {
      --summed_;
    }
    const IndexVariables& want = destination_.variables();
    while (direct_ < std::min(summed_, want.size()) &&
           nest.loops[direct_].variable == want[direct_]) {
      ++direct_;
    }
    std::vector<bool> all(want.size(), true);
    bool every = true;
    for (size_t k = 0; k < direct_; ++k) {
      all[k] = writer.loop_writer_.visits_all(nest.loops[k].set, want[k]);
      every = every && all[k];
    }
    in_order_ = direct_ == want.size() && direct_ == summed_;
    in_place_ = !in_order_ && direct_ >= destination_.sparse_levels();
    destination_.begin({.all = all,
                        .direct = direct_,
                        .accumulates = !in_order_ || !every,
                        .expected = expected(writer, nest)});
    if (!in_order_ && !in_place_) {
      make_workspace(writer.options_);
    }
  }

  Destination& destination() { return destination_; }

  void before(size_t loop, const std::string& most) override {
    if (loop < direct_) {
      destination_.open(loop, most);
    }
    if (loop == summed_) {
      sum_.begin();
    }
  }
  void enter(size_t loop) override {
    if (loop < direct_) {
      destination_.enter(loop);
    }
  }
  void leave(size_t loop) override {
    if (loop < direct_) {
      destination_.leave(loop);
    }
  }
  void after(size_t loop) override {
    if (loop == summed_) {
      deliver(sum_.made());
    }
    if (loop == direct_ && workspace_ != nullptr) {
      workspace_->drain(destination_);
    }
    if (loop < direct_) {
      destination_.close(loop);
    }
  }
  void put(const CValue& value) override { sum_.add(value); }
  std::optional<LoopSum> sum_of(size_t loop) const override {
    return loop >= summed_ ? sum_.in_any_order() : std::nullopt;
  }

 private:
  /// How many coordinates the compressed levels may get: as many as the operands have that a
  /// level's loop walks; as many as all operands together where a workspace comes in between.
  std::vector<std::string> expected(NestWriter& writer, const Nest& nest) const {
    std::vector<std::string> counts;
    for (size_t k = 0; k < destination_.variables().size(); ++k) {
      const std::string count =
          destination_.dense(k) ? ""
          : k < direct_ ? writer.loop_writer_.expected(nest.loops[k].set, nest.loops[k].variable)
                        : writer.all_positions();
      counts.push_back(
          count.empty() || !frame_.parallel ? count : fmt::format("({}) / threads + 64", count));
    }
    return counts;
  }

  void make_workspace(const KernelOptions& options) {
    const IndexVariables& want = destination_.variables();
    const auto size = options.sizes.find(want.back());
    const bool small = size == options.sizes.end() || size->second <= options.largest_array;
    if (direct_ + 1 == want.size() && small) {
      workspace_ = std::make_unique<ArrayWorkspace>(frame_, destination_, direct_);
    } else {
      workspace_ = std::make_unique<HashWorkspace>(frame_, destination_, direct_);
    }
  }

  void deliver(const CValue& value) {
    if (workspace_ != nullptr) {
      workspace_->add(value);
    } else if (in_place_) {
      destination_.add(value);
    } else {
      destination_.store(value);
    }
  }

  KernelFrame& frame_;
  Destination destination_;
  ScalarSum sum_;
  size_t summed_ = 0;  ///< from this loop on all are reduced
  size_t direct_ = 0;  ///< loops, and levels, that agree
  bool in_order_ = false;
  bool in_place_ = false;
  std::unique_ptr<Workspace> workspace_;
};

NestWriter::NestWriter(KernelFrame& frame, const Plan& plan, const KernelOptions& options,
                       LeafCodes& leaves)
    : frame_(frame),
      plan_(plan),
      options_(options),
      leaves_(leaves),
      loop_writer_(frame, plan.walks, leaves) {
  const auto has_sparse_level = [](const TensorFormat& format) {
    return std::ranges::any_of(format.letters,
                               [](char letter) { return !LevelFormats::find(letter)->full; });
  };
  structural_ = has_sparse_level(plan.result);
  for (const auto& [leaf, walk] : plan.walks) {
    structural_ = structural_ || (walk.temporary && has_sparse_level(walk.format));
  }
}

NestWriter::~NestWriter() = default;

bool NestWriter::may_run_parallel(const Destination& result) const {
  if (options_.threads <= 1 || plan_.root.loops.empty()) {
    return false;
  }
  const std::string& outermost = plan_.root.loops[0].variable;
  return contains(plan_.root.kept, outermost) &&
         (result.sparse_levels() == 0 || result.variables()[0] == outermost);
}

void NestWriter::write(Destination result) {
  const bool parallel = may_run_parallel(result);
  if (!parallel) {
    TensorSink sink(*this, plan_.root, std::move(result));
    sink.destination().restart();
    loops(plan_.root, 0, sink);
    sink.destination().end();
    sink.destination().hand_over(frame_.hand_over, "(*result)");
    return;
  }
  const Loop& outermost = plan_.root.loops[0];
  for (const Where& where : outermost.wheres) {
    make_temporary(where);
  }
  const std::string followed = followed_segments(result);
  result.share(followed);
  const bool sparse = result.sparse_levels() > 0;
  const bool apart = sparse && followed.empty();
  ParallelRegion region(frame_, outermost.variable);
  if (apart) {
    region.open();
  }
  TensorSink sink(*this, plan_.root, std::move(result));
  sink.destination().restart();
  if (!apart) {
    region.open();
  }
  Destination* filled = sparse ? &sink.destination() : nullptr;
  window_ = region.open_run(filled);
  loops(plan_.root, 0, sink);
  region.close_run(filled);
  region.close(filled);
  if (sparse && !apart) {
    sink.destination().hand_over(frame_.hand_over, "(*result)");
  }
}

void NestWriter::loops(const Nest& nest, size_t k, Sink& sink) {
  if (k == nest.loops.size()) {
    sink.before(k, "1");
    CValue made = value(nest.body, nest);
    report_fault(made);
    if (!innermost_dense_) {
      // Scalar sums wait for each addition, which takes less time alone.
      made.factors = {};
    }
    sink.put(made);
    sink.after(k);
    return;
  }
  const Loop& loop = nest.loops[k];
  const std::optional<LoopWindow> window = std::exchange(window_, std::nullopt);
  if (!window) {
    for (const Where& where : loop.wheres) {
      make_temporary(where);
    }
  }
  scope_.push_back(loop.variable);
  loop_writer_.write(loop.set, loop.variable, window,
                     {.before = [&](const std::string& most) { sink.before(k, most); },
                      .inside =
                          [&](bool dense) {
                            innermost_dense_ = dense;
                            sink.enter(k);
                            loops(nest, k + 1, sink);
                            sink.leave(k);
                          },
                      .sum = [&] { return sink.sum_of(k); }});
  scope_.pop_back();
  sink.after(k);
}

std::string NestWriter::followed_segments(const Destination& result) {
  const size_t levels = result.sparse_levels();
  if (levels < 2 || plan_.root.loops.size() < levels) {
    return {};
  }
  for (size_t k = 0; k < levels; ++k) {
    const Loop& loop = plan_.root.loops[k];
    const bool last = k + 1 == levels;
    if (loop.variable != result.variables()[k] || result.dense(k) == last ||
        (!last && !loop_writer_.visits_all(loop.set, loop.variable))) {
      return {};
    }
  }
  Iteration set = plan_.root.loops[levels - 1].set;
  while (std::get_if<Scan>(&set->kind) == nullptr) {
    const auto* attach = std::get_if<Attach>(&set->kind);
    const auto* meet = std::get_if<Meet>(&set->kind);
    if (attach == nullptr && (meet == nullptr || meet->meeting != Meeting::left)) {
      return {};
    }
    set = attach != nullptr ? attach->driver : meet->left;
  }
  const ExprNode* leaf = std::get<Scan>(set->kind).leaf.get();
  const Walk& walk = plan_.walks.at(leaf);
  if (walk.temporary || walk.variables.size() < levels ||
      !std::equal(walk.variables.begin(), walk.variables.begin() + static_cast<long>(levels),
                  result.variables().begin())) {
    return {};
  }
  for (size_t k = 0; k < levels; ++k) {
    if (walk.full(k) != (k + 1 < levels)) {
      return {};
    }
  }
  return frame_.segments(leaves_.at(leaf).operand, levels - 1);
}

std::string NestWriter::all_positions() {
  std::set<std::string> counts;
  for (const auto& [leaf, walk] : plan_.walks) {
    if (!walk.temporary && !walk.variables.empty()) {
      counts.insert(loop_writer_.positions(leaf, walk.variables.size() - 1));
    }
  }
  counts.erase("");
  return fmt::format("{}", fmt::join(counts, " + "));
}

CValue NestWriter::scalar(const Nest& nest) {
  ScalarSink sink(*this, nest);
  loops(nest, 0, sink);
  return sink.made();
}

void NestWriter::make_temporary(const Where& where) {
  const ExprNode* node = where.leaf.get();
  if (where.kind == Where::Kind::scalar) {
    const CValue made = scalar(*where.producer);
    leaves_[node] = {.present = made.present, .scalar = made.text};
    return;
  }
  const auto [known, is_new] = temporaries_.try_emplace(node);
  auto& [number, sink] = known->second;
  if (is_new) {
    number = frame_.add_temporary(as<Access>(where.leaf)->tensor);
  }
  leaves_[node] = {.operand = number};
  if (is_new) {
    sink = std::make_unique<TensorSink>(
        *this, *where.producer,
        Destination::temporary(frame_, number, plan_.walks.at(node).format, where.variables));
  }
  sink->destination().restart();
  loops(*where.producer, 0, *sink);
  sink->destination().end();
}

CValue NestWriter::value(const Expr& e, const Nest& around) {
  if (const auto inner = around.inner.find(e.get()); inner != around.inner.end()) {
    return scalar(*inner->second);
  }
  if (const std::optional<double> number = constant_value(e)) {
    return frame_.arithmetic.number(*number);
  }
  if (as<Access>(e) != nullptr) {
    return leaf_value(e);
  }
  if (const auto* function = as<Unary>(e)) {
    return frame_.arithmetic.apply(*function, value(function->operand, around));
  }
  const auto& [op, left, right] = *as<Binary>(e);
  const CValue a = value(left, around);
  const CValue b = value(right, around);
  return frame_.arithmetic.combine(op, a, b);
}

CValue NestWriter::leaf_value(const Expr& leaf) {
  const LeafCode& code = leaves_.at(leaf.get());
  if (code.present.is_never()) {
    return CValue::absent();
  }
  if (!code.scalar.empty()) {
    return {.text = code.scalar, .present = code.present};
  }
  CValue made{.text = fmt::format("{}[{}]", frame_.values(code.operand), code.position),
              .present = code.present};
  if (frame_.type_of(code.operand) != frame_.type) {
    made.text = fmt::format("(value_t){}", made.text);
  }
  if (code.present.is_tested()) {
    made.text = fmt::format("({} ? {} : 0)", code.present.text(), made.text);
  }
  return made;
}

void NestWriter::report_fault(const CValue& value) {
  if (value.fault.empty()) {
    return;
  }
  frame_.code.open(fmt::format("if ({})", value.fault));
  if (frame_.parallel) {
    frame_.code.line("#pragma omp critical");
    frame_.code.open("");
  }
  for (size_t k = 0; k < plan_.order.size(); ++k) {
    frame_.code.line(
        fmt::format("result->coordinates[{}] = {};", k,
                    contains(scope_, plan_.order[k]) ? frame_.variable(plan_.order[k]) : "-1"));
  }
  frame_.code.line("status = FIBERLOOM_DIVISION_BY_ZERO;");
  if (frame_.parallel) {
    frame_.code.close();
  }
  frame_.code.line(fmt::format("goto {};", frame_.scope().label("finish")));
  frame_.code.close();
}

}  // namespace fiberloom
