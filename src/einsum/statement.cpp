#include "einsum/statement.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace fiberloom {
namespace {

TensorUse& use_of(std::vector<TensorUse>& uses, const Access& a) {
  const auto found = std::ranges::find(uses, a.tensor, &TensorUse::name);
  return found != uses.end()
             ? *found
             : uses.emplace_back(TensorUse{.name = a.tensor, .order = a.indices.size()});
}

void mark_read(TensorUse& use, bool by_accumulating) {
  if (use.is_result) {
    return;
  }
  use.only_accumulated = by_accumulating && (use.only_accumulated || !use.is_input);
  use.is_input = true;
}

}  // namespace

Location Statement::where(Span span) const {
  return source ? locate_in_text(source->name, source->text, span.begin,
                                 std::max<size_t>(1, span.end - span.begin))
                : Location{};
}

IndexVariables variables(const Statement& statement) {
  IndexVariables found;
  const auto append = [&](const IndexVariables& more) {
    std::ranges::copy_if(more, std::back_inserter(found),
                         [&](const std::string& v) { return !contains(found, v); });
  };
  for (const std::string& variable : statement.result.indices) {
    append({variable});
  }
  append(variables(statement.right));
  return found;
}

std::vector<TensorUse> tensors(const Program& program) {
  std::vector<TensorUse> uses;
  for (const Statement& statement : program) {
    use_of(uses, statement.result);
    for (const Expr& leaf : accesses(statement.right)) {
      mark_read(use_of(uses, *as<Access>(leaf)), false);
    }
    TensorUse& result = use_of(uses, statement.result);
    if (statement.accumulates) {
      mark_read(result, true);
    }
    result.is_result = true;
  }
  return uses;
}

std::string to_string(const Statement& statement) {
  return fmt::format("{} {} {}", to_string(statement.result), statement.accumulates ? "+=" : "=",
                     to_string(statement.right));
}

std::string to_string(const Program& program) {
  std::string text;
  for (const Statement& statement : program) {
    text += (text.empty() ? "" : "; ") + to_string(statement);
  }
  return text;
}

}  // namespace fiberloom
