#include "reference/binding.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace fiberloom {
namespace {

constexpr size_t kMostVariables = 64;
constexpr size_t kMostFaults = 1000;

}  // namespace

Binding::Binding(IndexVariables names, std::vector<uint64_t> sizes, Budget& budget)
    : at(names.size()), names_(std::move(names)), sizes_(std::move(sizes)), budget_(budget) {
  if (names_.size() > kMostVariables) {
    throw NotPossible(
        fmt::format("the reference evaluator takes at most {} index variables", kMostVariables));
  }
}

size_t Binding::id(const std::string& variable) const {
  return static_cast<size_t>(std::ranges::find(names_, variable) - names_.begin());
}

VariableSet Binding::set_of(const IndexVariables& variables) const {
  VariableSet set = 0;
  for (const std::string& variable : variables) {
    set |= VariableSet{1} << id(variable);
  }
  return set;
}

std::vector<uint64_t> Binding::sizes_of(const std::vector<size_t>& ids) const {
  std::vector<uint64_t> sizes;
  std::ranges::transform(ids, std::back_inserter(sizes), [&](size_t id) { return sizes_[id]; });
  return sizes;
}

double Binding::points(VariableSet variables) const {
  double points = 1;
  for_each(variables, [&](size_t id) { points *= static_cast<double>(sizes_[id]); });
  return points;
}

void Binding::for_unbound(VariableSet variables, Next next) {
  const VariableSet left = variables & ~bound;
  if (left == 0) {
    next();
    return;
  }
  budget_.expect_dense(points(left));
  for_each_coordinate(left, [&] {
    budget_.dense_step();
    next();
  });
  bound &= ~left;
}

void Binding::for_each_coordinate(VariableSet left, Next next) {
  if (left == 0) {
    next();
    return;
  }
  const auto id = static_cast<size_t>(std::countr_zero(left));
  bound |= VariableSet{1} << id;
  for (uint64_t coordinate = 0; coordinate < sizes_[id]; ++coordinate) {
    at[id] = coordinate;
    for_each_coordinate(left & (left - 1), next);
  }
}

uint32_t Binding::note_fault(Span span, VariableSet variables) {
  if (faults_.size() < kMostFaults) {
    std::string text;
    for_each(variables & bound, [&](size_t id) {
      text += fmt::format("{}{}={}", text.empty() ? "" : ", ", names_[id], at[id]);
    });
    faults_.push_back({span, text});
  }
  return static_cast<uint32_t>(faults_.size());
}

}  // namespace fiberloom
