#include "loopnest/split_data.h"

#include <algorithm>

#include <fmt/format.h>

namespace fiberloom {
namespace {

/// Puts two names in the place of one.
IndexVariables replaced(const IndexVariables& names, const Split& split) {
  IndexVariables made;
  for (const std::string& name : names) {
    if (name == split.variable) {
      made.insert(made.end(), {split.outer, split.inner});
    } else {
      made.push_back(name);
    }
  }
  return made;
}

/// The letters of the two levels that one is cut into: of a COO group both belong to it.
std::string letters_of_parts(const std::string& letters, size_t level) {
  const char letter = letters[level];
  const char below = level + 1 < letters.size() ? letters[level + 1] : ' ';
  if (letter == 'q') {
    return "cq";
  }
  return letter == 'u' && (below == 'q' || below == 'c') ? "uc" : std::string(2, letter);
}

TensorFormat split_format(const TensorFormat& format, const IndexVariables& indices,
                          const std::string& variable) {
  std::vector<size_t> first(indices.size());  // the new number of each mode
  size_t next = 0;
  for (size_t mode = 0; mode < indices.size(); ++mode) {
    first[mode] = next;
    next += indices[mode] == variable ? 2 : 1;
  }
  TensorFormat made{.letters = {}, .order = {}};
  for (size_t level = 0; level < format.levels(); ++level) {
    const size_t mode = format.order[level];
    made.order.push_back(first[mode]);
    if (indices[mode] == variable) {
      made.letters += letters_of_parts(format.letters, level);
      made.order.push_back(first[mode] + 1);
    } else {
      made.letters += format.letters[level];
    }
  }
  return made;
}

/// What bound and the statement call a loop that is split.
std::string variable_of(const Scheduled& scheduled, const std::string& loop) {
  const auto bound = std::ranges::find(scheduled.bounds, loop, &Bound::bounded);
  return bound == scheduled.bounds.end() ? loop : bound->variable;
}

class DataSplitter {
 public:
  DataSplitter(const Scheduled& scheduled, TensorFormats& formats)
      : made_(scheduled), formats_(formats) {
    for (Split split : made_.splits) {
      split.variable = variable_of(made_, split.variable);
      const bool again = made_.data.of_part(split.variable) != nullptr;
      if (again || contains(variables(made_.statement), split.variable)) {
        made_.data.splits.push_back(split);
      }
    }
  }

  Scheduled split() {
    const Statement& statement = made_.statement;
    note(statement.result, statement.where(statement.result_span));
    for (const Expr& leaf : accesses(statement.right)) {
      note(*as<Access>(leaf), statement.where(leaf));
    }
    for (const auto& [tensor, indices] : made_.data.indices) {
      TensorFormat& format = formats_.at(tensor);
      check_tensor_format(format, indices.size());
      IndexVariables parts = indices;
      for (const Split& split : made_.data.splits) {
        format = split_format(format, parts, split.variable);
        parts = replaced(parts, split);
      }
    }
    for (const Split& split : made_.data.splits) {
      apply(split);
    }
    return made_;
  }

 private:
  /// How an index is cut: the same for two of the same size.
  std::string cut_of(const std::string& index) const {
    const auto split = std::ranges::find(made_.data.splits, index, &Split::variable);
    return split == made_.data.splits.end()
               ? ""
               : fmt::format("({}{} {} {})", split->number, split->by_parts ? " parts" : "",
                             cut_of(split->outer), cut_of(split->inner));
  }

  /// A mode of a tensor is cut in the same way in all accesses.
  void note(const Access& access, const Location& where) {
    const auto [first, added] = made_.data.indices.emplace(access.tensor, access.indices);
    for (size_t mode = 0; mode < access.indices.size(); ++mode) {
      const std::string& here = access.indices[mode];
      const std::string& there = first->second[mode];
      if (cut_of(here) != cut_of(there)) {
        throw bad_input(fmt::format("{} would be split by {} in one access and not in another",
                                    access.tensor, cut_of(here).empty() ? there : here),
                        where, fmt::format("split {} and {} in the same way", there, here));
      }
    }
  }

  void apply(const Split& split) {
    Statement& statement = made_.statement;
    statement.result.indices = replaced(statement.result.indices, split);
    statement.right = rewrite(statement.right, [&](const Expr& e) -> Expr {
      if (const auto* leaf = as<Access>(e); leaf && contains(leaf->indices, split.variable)) {
        return access(leaf->tensor, replaced(leaf->indices, split), e->span);
      }
      const auto* r = as<Reduction>(e);
      return r != nullptr && contains(r->variables, split.variable)
                 ? reduction(r->reducer, replaced(r->variables, split), r->body, e->span)
                 : e;
    });
    for (Temporary& temporary : made_.temporaries) {
      for (IndexVariables* list : {&temporary.shared, &temporary.order}) {
        *list = replaced(*list, split);
      }
    }
  }

  Scheduled made_;
  TensorFormats& formats_;
};

/// Where the inner loop of a split runs outside the outer one, some of its coordinates may have no
/// outer one: what is reduced over the whole extent would see an absent value there.
void check_whole_extents(const Scheduled& made) {
  const IndexVariables order = variable_order(made);
  visit(made.statement.right, [&](const Expr& e) {
    const auto* r = as<Reduction>(e);
    if (r == nullptr || !info(r->reducer).whole_extent) {
      return;
    }
    for (const std::string& part : r->variables) {
      const Split* split = made.data.of_part(part);
      if (split != nullptr && split->inner == part &&
          position_in(order, split->inner) < position_in(order, split->outer)) {
        throw bad_input(
            fmt::format("the {} over {} cannot run {} outside {} in a graph", info(r->reducer).name,
                        split->variable, split->inner, split->outer),
            made.statement.where(e), fmt::format("put {} before {}", split->outer, split->inner));
      }
    }
  });
}

}  // namespace

Scheduled split_data(const Scheduled& scheduled, TensorFormats& formats) {
  Scheduled made = DataSplitter(scheduled, formats).split();
  check_whole_extents(made);
  return made;
}

}  // namespace fiberloom
