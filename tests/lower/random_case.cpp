#include "lower/random_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/scoping.h"
#include "loopnest/loop_order.h"
#include "lower/random_formats.h"

namespace fiberloom::test {

CompiledCase random_case(Choices& choices, const Flavour& flavour) {
  CompiledCase made{.program = random_program(choices, flavour), .options = {}};
  made.options.formats = random_formats(choices, made.program.program);
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
