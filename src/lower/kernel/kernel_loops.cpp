#include "lower/kernel/kernel_loops.h"

#include <algorithm>
#include <iterator>

namespace fiberloom {
namespace {

/// A variable's part that need not be counted: where all before it are known, what is left of the
/// variable is one run of coordinates.
bool is_rest(const Scheduled& schedule, const std::string& variable, const std::string& part) {
  const IndexVariables parts = parts_of_loop(schedule, variable);
  return variable == part || (!parts.empty() && is_rest(schedule, parts.back(), part));
}

/// The parts of a variable from the outermost, as splits made them.
void append_parts(const Scheduled& schedule, const std::string& variable, IndexVariables& parts) {
  const bool fused = std::ranges::any_of(schedule.fusions, [&](const Fusion& fusion) {
    return fusion.outer == variable || fusion.inner == variable;
  });
  const IndexVariables made = fused ? IndexVariables{} : parts_of_loop(schedule, variable);
  if (made.empty()) {
    parts.push_back(variable);
  }
  for (const std::string& part : made) {
    append_parts(schedule, part, parts);
  }
}

/// A loop of the schedule's order and the statement's variables that it takes part in.
struct Part {
  std::string name;
  IndexVariables over;
};

std::vector<Part> parts_of(const Scheduled& schedule) {
  std::vector<Part> parts;
  for (const std::string& name : schedule.order) {
    parts.push_back({.name = name, .over = variables_of_loop(schedule, name)});
  }
  return parts;
}

/// The place of a variable's last part.
size_t last_part(const std::vector<Part>& parts, const std::string& variable) {
  for (size_t p = parts.size(); p-- > 0;) {
    if (contains(parts[p].over, variable)) {
      return p;
    }
  }
  return parts.size();
}

bool must_count(const Scheduled& schedule, const std::vector<Part>& parts, size_t p) {
  return std::ranges::any_of(parts[p].over, [&](const std::string& variable) {
    return last_part(parts, variable) != p || !is_rest(schedule, variable, parts[p].name);
  });
}

/// Does the nest run over all that the part stands for, but for what loops around it do?
bool runs_over(const Nest& nest, const IndexVariables& around, const Part& part) {
  const auto is_own = [&](const std::string& variable) {
    return std::ranges::any_of(nest.loops,
                               [&](const Loop& loop) { return loop.variable == variable; });
  };
  return std::ranges::any_of(part.over, is_own) &&
         std::ranges::all_of(part.over, [&](const std::string& variable) {
           return is_own(variable) || contains(around, variable);
         });
}

}  // namespace

std::vector<KernelLoop> kernel_loops(const Nest& nest, const Scheduled& schedule,
                                     const IndexVariables& around) {
  const std::vector<Part> parts = parts_of(schedule);
  std::vector<size_t> counted;
  for (size_t p = 0; p < parts.size(); ++p) {
    if (must_count(schedule, parts, p) && runs_over(nest, around, parts[p])) {
      counted.push_back(p);
    }
  }
  std::vector<KernelLoop> loops;
  for (const Loop& loop : nest.loops) {
    const size_t place = last_part(parts, loop.variable);
    std::vector<const Where*> wheres;
    std::ranges::transform(loop.wheres, std::back_inserter(wheres),
                           [](const Where& where) { return &where; });
    while (!counted.empty() && counted.front() <= place) {
      const Part& part = parts[counted.front()];
      loops.push_back({.name = part.name, .over = part.over, .wheres = std::move(wheres)});
      wheres.clear();
      counted.erase(counted.begin());
    }
    loops.push_back({.name = place < parts.size() ? parts[place].name : loop.variable,
                     .loop = &loop,
                     .over = {loop.variable},
                     .wheres = std::move(wheres)});
  }
  return loops;
}

LoopLevels levels_of(const std::vector<KernelLoop>& loops, const Nest& nest,
                     const Scheduled& schedule, const IndexVariables& want) {
  LoopLevels levels{.groups = {}, .summed = loops.size()};
  const auto reduces = [&](const KernelLoop& loop) {
    return std::ranges::all_of(loop.over,
                               [&](const std::string& v) { return contains(nest.reduced, v); });
  };
  while (levels.summed > 0 && reduces(loops[levels.summed - 1])) {
    --levels.summed;
  }
  for (size_t k = 0; levels.groups.size() < want.size(); ++k) {
    const std::string& variable = want[levels.groups.size()];
    const size_t first = k;
    IndexVariables names;
    while (k < levels.summed && loops[k].loop == nullptr &&
           loops[k].over == IndexVariables{variable}) {
      names.push_back(loops[k++].name);
    }
    if (k == levels.summed || loops[k].loop == nullptr || loops[k].loop->variable != variable) {
      break;
    }
    names.push_back(loops[k].name);
    IndexVariables parts;
    append_parts(schedule, variable, parts);
    if (k > first && names != parts) {
      break;  // its coordinates do not rise
    }
    levels.groups.push_back({.first = first, .last = k});
    levels.loops = k + 1;
  }
  return levels;
}

}  // namespace fiberloom
