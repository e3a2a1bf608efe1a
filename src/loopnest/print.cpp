#include <fmt/format.h>

#include "loopnest/plan.h"

namespace fiberloom {
namespace {

/// Writes nests as indented lines.
class Printer {
 public:
  std::string text;

  void line(size_t depth, const std::string& words) {
    text += std::string(2 * depth, ' ') + words + "\n";
  }

  void nest(const Nest& nest, const std::string& target, size_t depth) {
    for (const Loop& loop : nest.loops) {
      for (const Where& where : loop.wheres) {
        make(where, depth);
      }
      line(depth,
           fmt::format("forall {} in {}", loop.variable, to_string(loop.set, loop.variable)));
      ++depth;
    }
    visit(nest.body, [&](const Expr& e) {
      if (const auto inner = nest.inner.find(e.get()); inner != nest.inner.end()) {
        line(depth, fmt::format("{}:", to_string(e)));
        this->nest(*inner->second, "value", depth + 1);
      }
    });
    const std::string combine = nest.reduced.empty() ? "="
                                : nest.reducer == Reducer::sum
                                    ? "+="
                                    : fmt::format("{}=", info(nest.reducer).name);
    line(depth, fmt::format("{} {} {}", target, combine, to_string(nest.body)));
  }

 private:
  void make(const Where& where, size_t depth) {
    static constexpr std::string_view kKinds[] = {"a scalar", "streamed", "stored"};
    const std::string leaf = to_string(where.leaf);
    line(depth, fmt::format("where {}, {}:", leaf, kKinds[static_cast<size_t>(where.kind)]));
    nest(*where.producer, leaf, depth + 1);
  }
};

}  // namespace

std::string to_string(const Plan& plan) {
  Printer printer;
  printer.line(0, to_string(plan.statement));
  printer.line(0, fmt::format("order {}", fmt::join(plan.order, ", ")));
  for (const auto& [leaf, walk] : plan.walks) {
    if (walk.repacked) {
      printer.line(0, fmt::format("{} packed anew as {}", walk.tensor, to_string(walk.format)));
    }
  }
  printer.nest(plan.root, to_string(plan.statement.result), 0);
  return printer.text;
}

}  // namespace fiberloom
