#include "loopnest/loop_order.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "tensor/level_format.h"

namespace fiberloom {
namespace {

/// Which loop must stand around which.
class Constraints {
 public:
  /// Adds a chain, outermost first, unless that closes a cycle; all of it or nothing.
  void add(const IndexVariables& chain) {
    std::set<std::pair<std::string, std::string>> with = edges_;
    for (size_t k = 1; k < chain.size(); ++k) {
      if (chain[k - 1] != chain[k]) {
        if (reaches(with, chain[k], chain[k - 1])) {
          return;
        }
        with.emplace(chain[k - 1], chain[k]);
      }
    }
    edges_ = std::move(with);
  }

  /// The first of `left` that need not stand inside another of them.
  const std::string& next(const IndexVariables& left) const {
    return *std::ranges::find_if(left, [&](const std::string& variable) {
      return std::ranges::none_of(edges_, [&](const auto& edge) {
        return edge.second == variable && contains(left, edge.first);
      });
    });
  }

 private:
  using Edges = std::set<std::pair<std::string, std::string>>;

  static bool reaches(const Edges& edges, const std::string& from, const std::string& to) {
    std::set<std::string> seen{from};
    std::vector<std::string> open{from};
    while (!open.empty()) {
      const std::string at = open.back();
      open.pop_back();
      if (at == to) {
        return true;
      }
      for (const auto& [outer, inner] : edges) {
        if (outer == at && seen.insert(inner).second) {
          open.push_back(inner);
        }
      }
    }
    return false;
  }

  Edges edges_;
};

/// Calls `f` with every reduction over the whole extent and each (kept, reduced) pair.
template <class F>
void for_each_whole_extent(const Expr& e, const F& f) {
  visit(e, [&](const Expr& node) {
    const auto* reduction = as<Reduction>(node);
    if (reduction == nullptr || !info(reduction->reducer).whole_extent) {
      return;
    }
    for (const std::string& kept : free_variables(node)) {
      for (const std::string& reduced : reduction->variables) {
        f(node, kept, reduced);
      }
    }
  });
}

struct Chain {
  int rank;
  IndexVariables variables;
};

Chain chain_of(const Access& access, const TensorFormat& format, bool result) {
  const bool sparse = std::ranges::any_of(
      format.letters, [](char letter) { return !LevelFormats::find(letter)->full; });
  Chain chain{.rank = result ? (sparse ? 1 : 3) : (sparse ? 0 : 2), .variables = {}};
  for (const size_t mode : format.order) {
    if (!contains(chain.variables, access.indices[mode])) {
      chain.variables.push_back(access.indices[mode]);
    }
  }
  return chain;
}

}  // namespace

IndexVariables default_order(const Statement& scoped, const TensorFormats& formats) {
  std::vector<Chain> chains;
  for (const Expr& leaf : accesses(scoped.right)) {
    chains.push_back(chain_of(*as<Access>(leaf), formats.at(as<Access>(leaf)->tensor), false));
  }
  chains.push_back(chain_of(scoped.result, formats.at(scoped.result.tensor), true));
  std::ranges::stable_sort(chains, {}, &Chain::rank);

  Constraints constraints;
  for_each_whole_extent(scoped.right, [&](const Expr&, const auto& kept, const auto& reduced) {
    constraints.add({kept, reduced});
  });
  for (const Chain& chain : chains) {
    constraints.add(chain.variables);
  }
  IndexVariables left = variables(scoped);
  // std::ranges' own gives a subrange, which clang 14 cannot read.
  std::stable_partition(left.begin(), left.end(),
                        [&](const std::string& v) { return contains(scoped.result.indices, v); });
  IndexVariables order;
  while (!left.empty()) {
    order.push_back(constraints.next(left));
    std::erase(left, order.back());
  }
  return order;
}

void check_order(const Statement& scoped, const IndexVariables& order) {
  visit(scoped.right, [&](const Expr& node) { check_order_here(scoped, node, order); });
}

void check_order_here(const Statement& scoped, const Expr& node, const IndexVariables& order) {
  const auto* reduction = as<Reduction>(node);
  if (reduction == nullptr || !info(reduction->reducer).whole_extent) {
    return;
  }
  for (const std::string& kept : free_variables(node)) {
    for (const std::string& reduced : reduction->variables) {
      if (position_in(order, kept) < position_in(order, reduced)) {
        continue;
      }
      bool contradicted = false;  // some other reduction needs it the other way around
      for_each_whole_extent(scoped.right, [&](const Expr&, const auto& around, const auto& inside) {
        contradicted = contradicted || (around == reduced && inside == kept);
      });
      throw bad_input(
          fmt::format("the {} over {} cannot run outside the loop of {}",
                      info(reduction->reducer).name, reduced, kept),
          scoped.where(node),
          contradicted ? fmt::format("another reduction needs {} around {}: rename the {} of one",
                                     reduced, kept, reduced)
                       : fmt::format("put {} before {}", kept, reduced));
    }
  }
}

}  // namespace fiberloom
