// Which loop of a kernel threads share, and how they come to one result.

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "lower/kernel/nest_writer.h"
#include "lower/kernel/tensor_sink.h"

namespace fiberloom {
namespace {

bool all_kept(const Nest& nest, const KernelLoop& loop) {
  return std::ranges::all_of(loop.over,
                             [&](const std::string& v) { return contains(nest.kept, v); });
}

}  // namespace

const Parallelization* NestWriter::asked_for(const std::string& loop) const {
  const auto found =
      std::ranges::find_if(plan_.schedule.parallel, [&](const Parallelization& parallel) {
        return parallel.variable == loop && parallel.unit == Parallelization::Unit::thread;
      });
  return found == plan_.schedule.parallel.end() ? nullptr : &*found;
}

bool NestWriter::any_asked_for() const {
  return std::ranges::any_of(plan_.schedule.parallel, [](const Parallelization& parallel) {
    return parallel.unit == Parallelization::Unit::thread;
  });
}

bool NestWriter::counts_first(const std::string& result) const {
  return std::ranges::any_of(plan_.schedule.assemblies, [&](const Assembly& assembly) {
    return assembly.tensor == result && assembly.insert;
  });
}

ParallelRegion::Shared NestWriter::shared_of(const NestCode& nest, size_t k,
                                             const std::string& clause) {
  const KernelLoop& loop = nest.loops[k];
  ParallelRegion::Shared shared{.name = frame_.variable(loop.name), .extent = {}, .clause = clause};
  if (loop.loop == nullptr) {
    shared.extent = parts_.extent(loop.name);
    return shared;
  }
  shared.extent = frame_.size_of(loop.loop->variable);
  if (const std::optional<LoopWindow> window = parts_.window(loop.loop->variable)) {
    if (window->leaf != nullptr) {
      throw bad_input(
          fmt::format("the loop of {} runs over positions: threads cannot share it", loop.name), {},
          "split it, and share the outer part");
    }
    shared.base = window->first;
    shared.extent = fmt::format("({} - {})", window->last, window->first);
  }
  return shared;
}

std::optional<ParallelRegion::Shared> NestWriter::shared_rows(const NestCode& root,
                                                              const Destination& result) {
  const bool counted = counts_first(plan_.statement.result.tensor);
  if (options_.threads <= 1 && !counted) {
    return std::nullopt;
  }
  const LoopLevels levels = levels_of(root.loops, *root.nest, plan_.schedule, result.variables());
  const bool possible = !levels.groups.empty() && levels.groups[0].first == 0;
  for (size_t k = 0; k < root.loops.size(); ++k) {
    if (asked_for(root.loops[k].name) != nullptr && (k > 0 || !possible)) {
      throw bad_input(fmt::format("threads cannot share the loop of {}: {} is not dense",
                                  root.loops[k].name, plan_.statement.result.tensor),
                      {},
                      "a sparse result is put together from runs of the loop of its first level");
    }
  }
  if (!possible) {
    if (counted) {
      throw bad_input(fmt::format("assemble: the loops do not begin with that of {}'s first level",
                                  plan_.statement.result.tensor),
                      {}, "reorder, or leave out Insert");
    }
    return std::nullopt;
  }
  ParallelRegion::Shared shared = shared_of(root, 0, "");
  if (root.loops[0].loop == nullptr) {
    const std::string& variable = root.loops[0].over[0];
    shared.coordinates_limit = frame_.size_of(variable);
    shared.coordinates_each = parts_.coordinates_each(root.loops[0].name);
  }
  return shared;
}

void NestWriter::find_shared_loop(NestCode& root, TensorSink& sink) {
  if (options_.threads <= 1) {
    return;
  }
  for (size_t k = 0; k < root.loops.size(); ++k) {
    const Parallelization* asked = asked_for(root.loops[k].name);
    if (asked == nullptr && (any_asked_for() || k > 0)) {
      continue;
    }
    const bool sums = k >= sink.levels().summed;
    const std::string clause = sums ? sink.sum_clause() : "";
    if (all_kept(*root.nest, root.loops[k]) || !clause.empty()) {
      root.shared = k;
      root.clause = clause;
    } else if (asked != nullptr && !sums) {
      root.shared = k;
      sink.destination().add_atomically();
    } else if (asked != nullptr) {
      throw bad_input(
          fmt::format("threads cannot share the loop of {}: it is no sum", root.loops[k].name));
    }
    return;
  }
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

}  // namespace fiberloom
