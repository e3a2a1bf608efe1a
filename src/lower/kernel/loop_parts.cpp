#include "lower/kernel/loop_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

std::string divided_up(const std::string& number, const std::string& by) {
  return fmt::format("({0} + {1} - 1) / {1}", number, by);
}
std::string least(const std::string& a, const std::string& b) {
  return fmt::format("({0} < {1} ? {0} : {1})", a, b);
}
std::string most(const std::string& a, const std::string& b) {
  return fmt::format("({0} > {1} ? {0} : {1})", a, b);
}

template <class List, class Matches>
auto find_in(const List& list, Matches matches) -> decltype(&list.front()) {
  const auto found = std::ranges::find_if(list, matches);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

std::string LoopParts::constant(const std::string& wanted, const std::string& value) {
  KernelFrame& frame = writer_.frame();
  const std::string name = frame.names.make(wanted);
  frame.code.line(fmt::format("const index_t {} = {};", name, value));
  frame.flags.push_back(name);
  return name;
}

const ExprNode* LoopParts::leaf_of(const std::string& tensor) const {
  for (const auto& [leaf, walk] : writer_.walks()) {
    if (!walk.temporary && walk.tensor == tensor) {
      return leaf;
    }
  }
  throw Error(ExitCode::internal, "a position loop's tensor is no operand: " + tensor);
}

const PositionLoop* LoopParts::position_of(const std::string& name) const {
  return find_in(schedule_.positions,
                 [&](const PositionLoop& position) { return position.variable == name; });
}

std::string LoopParts::factor(const Split& split) {
  if (!split.by_parts) {
    return std::to_string(split.number);
  }
  // Parts of nothing have a size too: others are divided by it.
  return most(fmt::format("({})", divided_up(extent(split.variable), std::to_string(split.number))),
              "1");
}

std::string LoopParts::extent(const std::string& part) {
  if (const Split* split =
          find_in(schedule_.splits, [&](const Split& s) { return s.outer == part; })) {
    return fmt::format("({})", divided_up(extent(split->variable), factor(*split)));
  }
  if (const Split* split =
          find_in(schedule_.splits, [&](const Split& s) { return s.inner == part; })) {
    return factor(*split);
  }
  if (const Fusion* fusion =
          find_in(schedule_.fusions, [&](const Fusion& f) { return f.fused == part; })) {
    return fmt::format("({} * {})", extent(fusion->outer), extent(fusion->inner));
  }
  if (const Bound* bound = find_in(schedule_.bounds, [&](const Bound& b) {
        return b.bounded == part && b.variable != part;
      })) {
    return extent(bound->variable);
  }
  if (const PositionLoop* position =
          find_in(schedule_.positions, [&](const PositionLoop& p) { return p.position == part; })) {
    const IndexVariables over = variables_of_loop(schedule_, part);
    const ExprNode* leaf = leaf_of(position->tensor);
    return over.size() == 1 ? fmt::format("({})", writer_.fiber(leaf, over[0]).count())
                            : writer_.all_positions(leaf, over.back());
  }
  return writer_.frame().size_of(part);
}

std::string LoopParts::coordinates_each(const std::string& part) {
  for (const Split& split : schedule_.splits) {
    if (split.outer == part) {
      return fmt::format("({} * {})", coordinates_each(split.variable), factor(split));
    }
    if (split.inner == part) {
      return coordinates_each(split.variable);
    }
  }
  return "1";
}

std::optional<LoopParts::Interval> LoopParts::of_split(const Split& split) {
  const std::optional<Interval> outer = interval(split.outer);
  if (!outer) {
    return std::nullopt;
  }
  const std::string step = factor(split);
  const std::string end = extent(split.variable);
  const std::optional<Interval> inner = outer->point ? interval(split.inner) : std::nullopt;
  const std::string base = fmt::format("{} * {}", outer->first, step);
  const std::string first = inner ? fmt::format("({} + {})", base, inner->first) : "(" + base + ")";
  const std::string last = inner          ? fmt::format("({} + {})", base, inner->last)
                           : outer->point ? fmt::format("({} + {})", base, step)
                                          : fmt::format("({} * {})", outer->last, step);
  return Interval{.first = first,
                  .last = least(constant("last_" + split.variable, last), end),
                  .point = inner && inner->point};
}

std::string LoopParts::value_of(const std::string& name) {
  const std::optional<Interval> known = interval(name);
  return known && known->point ? known->first : writer_.frame().variable(name);
}

std::optional<LoopParts::Interval> LoopParts::of_fusion(const Fusion& fusion, bool outer) {
  const std::optional<Interval> fused = interval(fusion.fused);
  if (!fused) {
    return std::nullopt;
  }
  const std::string row = extent(fusion.inner);
  if (outer) {
    const std::string first =
        constant("first_" + fusion.outer, fmt::format("{} / {}", fused->first, row));
    return Interval{.first = first,
                    .last = fused->point ? fmt::format("({} + 1)", first)
                                         : fmt::format("(({} - 1) / {} + 1)", fused->last, row),
                    .point = fused->point};
  }
  if (fused->point) {
    const std::string first =
        constant("first_" + fusion.inner, fmt::format("{} % {}", fused->first, row));
    return Interval{.first = first, .last = fmt::format("({} + 1)", first), .point = true};
  }
  const std::string start =
      constant("row_" + fusion.inner, fmt::format("{} * {}", value_of(fusion.outer), row));
  return Interval{.first = most(fmt::format("({} - {})", fused->first, start), "0"),
                  .last = least(fmt::format("({} - {})", fused->last, start), row)};
}

std::optional<LoopParts::Interval> LoopParts::interval(const std::string& name) {
  if (contains(known_, name)) {
    const std::string value = writer_.frame().variable(name);
    return Interval{.first = value, .last = fmt::format("({} + 1)", value), .point = true};
  }
  if (const Split* split =
          find_in(schedule_.splits, [&](const Split& s) { return s.variable == name; })) {
    return of_split(*split);
  }
  for (const Fusion& fusion : schedule_.fusions) {
    if (fusion.outer == name || fusion.inner == name) {
      return of_fusion(fusion, fusion.outer == name);
    }
  }
  if (const Bound* bound = find_in(schedule_.bounds, [&](const Bound& b) {
        return b.variable == name && b.bounded != name;
      })) {
    return interval(bound->bounded);
  }
  return std::nullopt;
}

std::optional<LoopWindow> LoopParts::position_window(const std::string& variable,
                                                     const PositionLoop& position) {
  const IndexVariables over = variables_of_loop(schedule_, position.position);
  const ExprNode* leaf = leaf_of(position.tensor);
  const std::optional<Interval> left = interval(position.position);
  if (!left) {
    return LoopWindow{.first = "", .last = "", .leaf = leaf};
  }
  if (over.size() == 1) {
    const LoopFiber fiber = writer_.fiber(leaf, variable);
    return LoopWindow{.first = fmt::format("{} + {}", fiber.begin, left->first),
                      .last = least(fmt::format("{} + {}", fiber.begin, left->last), fiber.end),
                      .leaf = leaf};
  }
  return writer_.owners(leaf, over, variable, left->first, left->last);
}

std::optional<LoopWindow> LoopParts::window(const std::string& variable) {
  std::string name = variable;
  for (const Bound& bound : schedule_.bounds) {
    name = bound.variable == name ? bound.bounded : name;
  }
  if (const PositionLoop* position = position_of(name)) {
    return position_window(variable, *position);
  }
  for (const Fusion& fusion : schedule_.fusions) {
    const PositionLoop* position = position_of(fusion.fused);
    if ((fusion.outer == name || fusion.inner == name) && position != nullptr) {
      return position_window(variable, *position);
    }
  }
  const std::optional<Interval> left = interval(variable);
  if (!left) {
    return std::nullopt;
  }
  return LoopWindow{.first = constant("from_" + variable, left->first),
                    .last = constant("to_" + variable, left->last)};
}

}  // namespace fiberloom
