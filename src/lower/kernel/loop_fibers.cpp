// Where the fibers of a leaf lie in its arrays.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostic.h"
#include "lower/kernel/loop_writer.h"
#include "tensor/level_format.h"

namespace fiberloom {

std::vector<std::string> LoopHints::pragmas(const std::string& variable) const {
  if (vector && unroll > 0) {
    throw bad_input(fmt::format("the loop of {} cannot be unrolled and run in vectors", variable));
  }
  if (vector) {
    return {"#pragma omp simd"};
  }
  return unroll > 0 ? std::vector<std::string>{fmt::format("#pragma GCC unroll {}", unroll)}
                    : std::vector<std::string>{};
}

LoopFiber LoopWriter::fiber(const ExprNode* leaf, const std::string& variable) {
  const Walk& walk = walks_.at(leaf);
  const LeafCode& code = leaves_.at(leaf);
  const size_t level = position_in(walk.variables, variable);
  if (level != code.level) {
    throw bad_input(fmt::format("the positions of {} in {} are not known where its loop is split",
                                variable, walk.tensor),
                    {}, "reorder: the loops of its outer levels come before");
  }
  return walk.full(level) ? LoopFiber{.begin = "0", .end = frame_.size_of(variable)}
                          : sparse_fiber(leaf, code);
}

LoopFiber LoopWriter::sparse_fiber(const ExprNode* leaf, const LeafCode& code) {
  if (LevelFormats::find(walks_.at(leaf).format.letters[code.level])->singleton) {
    return {.begin = code.position, .end = code.end};
  }
  const std::string segments = frame_.segments(code.operand, code.level);
  return {.begin = fmt::format("{}[{}]", segments, code.position),
          .end = code.position == "0" ? fmt::format("{}[1]", segments)
                                      : fmt::format("{}[{} + 1]", segments, code.position)};
}

bool hands_out_ranges(const Walk& walk, size_t level) {
  const std::string& letters = walk.format.letters;
  return level + 1 < letters.size() && !LevelFormats::find(letters[level])->unique &&
         LevelFormats::find(letters[level + 1])->singleton;
}

std::string LoopWriter::all_positions(const ExprNode* leaf, const std::string& variable) {
  const Walk& walk = walks_.at(leaf);
  const size_t level = position_in(walk.variables, variable);
  if (!walk.full(level)) {
    return fmt::format("({})", positions(leaf, level));
  }
  const std::string above = level == 0 ? "1" : all_positions(leaf, walk.variables[level - 1]);
  return fmt::format("({} * {})", above, frame_.size_of(variable));
}

LoopWindow LoopWriter::owners(const ExprNode* leaf, const std::vector<std::string>& over,
                              const std::string& variable, const std::string& first,
                              const std::string& last) {
  const Walk& walk = walks_.at(leaf);
  if (walk.variables.size() < over.size() ||
      !std::equal(over.begin(), over.end(), walk.variables.begin())) {
    throw bad_input(
        fmt::format("{} is not stored in the order {}", walk.tensor, fmt::join(over, ", ")), {},
        "a fused loop runs over the positions of the operand's outer levels");
  }
  const size_t operand = leaves_.at(leaf).operand;
  const size_t wanted = position_in(walk.variables, variable);
  std::string begin = first;
  std::string back = fmt::format("({} - 1)", last);
  for (size_t level = over.size() - 1; level > wanted; --level) {
    const LevelFormat& format = *LevelFormats::find(walk.format.letters[level]);
    if (format.full) {
      const std::string size = frame_.size_of(over[level]);
      begin = fmt::format("({} / {})", begin, size);
      back = fmt::format("({} / {})", back, size);
    } else if (!format.singleton) {
      const std::string parents = level == 0 ? "1" : all_positions(leaf, over[level - 1]);
      const std::string search = frame_.helpers.use("fiber_of");
      const std::string segments = frame_.segments(operand, level);
      begin = fmt::format("{}({}, {}, {})", search, segments, parents, begin);
      back = fmt::format("{}({}, {}, {})", search, segments, parents, back);
    }
  }
  const std::string name = frame_.names.make("from_" + variable);
  const std::string end = frame_.names.make("to_" + variable);
  const bool dense = walk.full(wanted);
  const std::string before =
      dense && wanted > 0
          ? fmt::format(" - {} * {}", leaves_.at(leaf).position, frame_.size_of(variable))
          : "";
  frame_.code.line(fmt::format("const index_t {} = {}{};", name, begin, before));
  frame_.code.line(fmt::format("const index_t {} = {} + 1{};", end, back, before));
  frame_.flags.push_back(name);
  frame_.flags.push_back(end);
  if (dense && wanted > 0) {
    const std::string size = frame_.size_of(variable);
    return {.first = fmt::format("({0} > 0 ? {0} : 0)", name),
            .last = fmt::format("({0} < {1} ? {0} : {1})", end, size)};
  }
  return {.first = name, .last = end, .leaf = dense ? nullptr : leaf};
}

}  // namespace fiberloom
