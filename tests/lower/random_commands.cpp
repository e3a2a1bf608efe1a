#include "lower/random_commands.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/schedule/branches.h"
#include "lower/random_formats.h"

namespace fiberloom::test {
namespace {

/// Makes one command that may or may not be legal.
class Maker {
 public:
  Maker(Choices& choices, const Scheduled& scheduled, const IndexSizes& sizes, size_t number)
      : choices_(choices), scheduled_(scheduled), sizes_(sizes), number_(number) {}

  std::string make() {
    using Kind = std::string (Maker::*)();
    static const std::vector<Kind> kinds = {
        &Maker::reorder,     &Maker::loopfuse, &Maker::loopfuse,       &Maker::precompute,
        &Maker::precompute,  &Maker::split,    &Maker::split,          &Maker::distribute,
        &Maker::reassociate, &Maker::bound,    &Maker::reorder_branch, &Maker::fuse_or_pos,
        &Maker::how_it_runs};
    return (this->*choices_.one_of(kinds))();
  }

 private:
  std::string loop() { return some(scheduled_.order); }
  std::string variable() { return some(variables(scheduled_.statement)); }
  std::string some(const std::vector<std::string>& names) {
    return names.empty() ? "none" : choices_.one_of(names);
  }
  std::string path() {
    std::string text;
    for (uint32_t steps = choices_.below(3); steps > 0; --steps) {
      text += fmt::format("{}{}", text.empty() ? "" : ",", choices_.below(2));
    }
    return text;
  }

  std::string reorder() {
    IndexVariables loops = scheduled_.order;
    shuffle(choices_, loops);
    loops.resize(choices_.below(static_cast<uint32_t>(loops.size()) + 1));
    return fmt::format("reorder({})", fmt::join(loops, ","));
  }
  std::string reorder_branch() {
    if (scheduled_.temporaries.empty()) {
      return loopfuse();
    }
    // Mostly loops of one temporary, which the random path may lead to.
    IndexVariables loops =
        loops_of_branch(scheduled_, choices_.one_of(scheduled_.temporaries).name);
    shuffle(choices_, loops);
    loops.resize(std::min<size_t>(loops.size(), 2));
    return fmt::format("reorder({};{})", path(), fmt::join(loops, ","));
  }
  std::string loopfuse() {
    return fmt::format("loopfuse({};{}{})", path(), 1 + choices_.below(4),
                       choices_.percent(30) ? ";swap" : "");
  }
  std::string distribute() { return fmt::format("distribute({})", variable()); }
  std::string reassociate() {
    std::vector<std::string> names;
    for (const Expr& leaf : accesses(scheduled_.statement.right)) {
      names.push_back(as<Access>(leaf)->tensor);
    }
    for (const Temporary& temporary : scheduled_.temporaries) {
      names.push_back(temporary.name);
    }
    return fmt::format("reassociate({},{})", some(names), some(names));
  }
  std::string split() {
    return fmt::format("{}({},{},{},{})", choices_.percent(70) ? "split" : "divide", loop(),
                       fmt::format("p{}", number_), fmt::format("q{}", number_),
                       1 + choices_.below(4));
  }
  std::string bound() {
    const std::string index = loop();
    const auto size = sizes_.find(index);
    return fmt::format("bound({},bound{},{},{})", index, number_,
                       size == sizes_.end() ? 0 : size->second,
                       choices_.percent(50) ? "MaxExact" : "MaxConstraint");
  }
  std::string fuse_or_pos() {
    return choices_.percent(50)
               ? fmt::format("fuse({},{},f{})", loop(), loop(), number_)
               : fmt::format("pos({},f{},{})", loop(), number_, some({"T0", "T1", "A", "B"}));
  }

  /// Threads, vectors, unrolled loops, how the result is stored: for kernels only.
  std::string how_it_runs() {
    switch (choices_.below(5)) {
      case 0:
        return fmt::format("unroll({},{})", loop(), 1 + choices_.below(4));
      case 1:
        return fmt::format("parallelize({},CPUVector,ParallelReduction)", loop());
      case 2:
        return fmt::format("assemble({},{})", scheduled_.statement.result.tensor,
                           choices_.percent(70) ? "Insert" : "Append");
      default:
        return fmt::format("parallelize({},CPUThread,{})", loop(),
                           some({"NoRaces", "Atomics", "Temporary", "ParallelReduction"}));
    }
  }

  /// Of a subexpression as it is written, or of a few factors that stand together.
  std::string precompute() {
    std::vector<Expr> nodes;
    visit(scheduled_.written.right, [&](const Expr& e) { nodes.push_back(e); });
    const Expr chosen = choices_.one_of(nodes);
    IndexVariables kept = free_variables(chosen);
    shuffle(choices_, kept);
    kept.resize(choices_.below(static_cast<uint32_t>(kept.size()) + 1));
    IndexVariables loops;
    for (const std::string& name : kept) {
      loops.push_back(choices_.percent(50) ? name : fmt::format("w{}{}", number_, name));
    }
    return fmt::format("precompute({},{{{}}},{{{}}})", to_string(chosen), fmt::join(kept, ","),
                       fmt::join(loops, ","));
  }

  Choices& choices_;
  const Scheduled& scheduled_;
  const IndexSizes& sizes_;
  size_t number_;
};

}  // namespace

RandomSchedule random_schedule(Choices& choices, const std::string& text,
                               const CompileOptions& options, const IndexSizes& sizes) {
  RandomSchedule made;
  CompileOptions so_far = options;
  for (uint32_t tries = 1 + choices.below(8); tries > 0; --tries) {
    so_far.schedule = made.commands;
    const ScheduledProgram program = read_scheduled(text, so_far);
    so_far.schedule.push_back(Maker(choices, program.statements.front(), sizes, tries).make());
    try {
      compile(text, so_far);
      made.commands = so_far.schedule;
    } catch (const Error&) {
      ++made.refused;
    }
  }
  return made;
}

std::string random_product(Choices& choices) {
  static const std::vector<std::string> kIndices = {"i", "j", "k", "l", "m"};
  const auto some_indices = [&](uint32_t most) {
    std::vector<std::string> indices = kIndices;
    shuffle(choices, indices);
    indices.resize(choices.below(most + 1));
    return indices.empty() ? std::string() : fmt::format("({})", fmt::join(indices, ","));
  };
  std::string text;
  const uint32_t factors = 2 + choices.below(4);
  for (uint32_t k = 0; k < factors; ++k) {
    std::string factor = std::string(1, static_cast<char>('A' + k)) + some_indices(3);
    switch (choices.below(12)) {
      case 11:
        factor = fmt::format("abs({})", factor);
        break;
      case 10:
        factor = fmt::format("({}+S{})", factor, some_indices(2));
        break;
      case 9:
        factor = fmt::format("-{}", factor);
        break;
      case 8:
        factor = fmt::format("3*{}", factor);
        break;
      case 7:
        factor = fmt::format("max({},R{})", factor, some_indices(1));
        break;
      default:
        break;
    }
    text += (k == 0 ? "" : choices.percent(7) ? "/" : "*") + factor;
  }
  return fmt::format("X{}={}", some_indices(3), text);
}

}  // namespace fiberloom::test
