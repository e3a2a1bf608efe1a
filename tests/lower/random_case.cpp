#include "lower/random_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/scoping.h"
#include "loopnest/loop_order.h"

namespace fiberloom::test {
namespace {

/// Letters for the levels of a tensor: dense, compressed, bit vector, or a COO group.
std::string random_letters(Choices& choices, size_t order) {
  std::string letters;
  while (letters.size() < order) {
    const size_t left = order - letters.size();
    switch (choices.below(left > 1 ? 5 : 4)) {
      case 4: {
        const size_t group = 2 + choices.below(static_cast<uint32_t>(left - 1));
        letters += "u" + std::string(group - 2, 'c') + "q";
        break;
      }
      case 3:
        letters += "b";
        break;
      case 2:
        letters += "u";
        break;
      case 1:
        letters += "s";
        break;
      default:
        letters += "d";
    }
  }
  return letters;
}

template <class T>
void shuffle(Choices& choices, std::vector<T>& list) {
  for (size_t k = list.size(); k > 1; --k) {
    std::swap(list[k - 1], list[k - 1 - choices.below(static_cast<uint32_t>(k))]);
  }
}

}  // namespace

CompiledCase random_case(Choices& choices, const Flavour& flavour) {
  CompiledCase made{.program = random_program(choices, flavour), .options = {}};
  for (const TensorUse& use : tensors(made.program.program)) {
    std::vector<size_t> modes(use.order);
    for (size_t m = 0; m < modes.size(); ++m) {
      modes[m] = m;
    }
    shuffle(choices, modes);
    made.options.formats.push_back(fmt::format("{}:{}{}{}", use.name,
                                               random_letters(choices, use.order),
                                               use.order == 0 ? "" : ":", fmt::join(modes, ",")));
  }
  made.options.scan_dense = choices.percent(30);
  for (const Statement& statement : made.program.program) {
    const IndexVariables all = variables(statement);
    if (made.program.program.size() == 1 && all.size() > 1 && choices.percent(60)) {
      IndexVariables order = all;
      shuffle(choices, order);
      try {
        check_order(scoped(statement), order);
        made.options.schedule = {fmt::format("reorder({})", fmt::join(order, ","))};
      } catch (const Error&) {
        // A reduction over the whole extent outside what it keeps: refused, tested elsewhere.
      }
    }
  }
  return made;
}

}  // namespace fiberloom::test
