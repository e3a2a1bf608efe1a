#include "loopnest/iteration_algebra.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace fiberloom {
namespace {

Iteration make(std::variant<Scan, Meet, Attach, Universe> kind) {
  return std::make_shared<const IterationSet>(IterationSet{std::move(kind)});
}
Iteration meet(Meeting meeting, Iteration left, Iteration right) {
  return make(Meet{meeting, std::move(left), std::move(right)});
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

/// Non-zero anywhere: sets and leaves to look up, leaves that do not depend on the variable.
/// Nothing is built of it yet, for a sparse factor may still drive it.
struct IterationAlgebra::Full {
  std::vector<Iteration> sparse{};
  std::vector<Expr> located{};
  std::vector<Expr> broadcast{};
  /// The subexpressions that are non-zero everywhere, and whether they and all parts are addends
  /// of one sum.
  std::vector<Expr> why{};
  bool plain = true;
};

/// Exactly one of the two, or neither where the variable is not used.
struct IterationAlgebra::Found {
  Iteration sparse{};
  std::optional<Full> full{};

  bool none() const { return sparse == nullptr && !full; }

  /// What must be looked up wherever a driver has coordinates; `e` is what was searched.
  Full lookups(const Expr& e) const {
    if (full) {
      return *full;
    }
    return sparse != nullptr ? Full{.sparse = {sparse}} : Full{.broadcast = accesses(e)};
  }
};

namespace {

/// Is `e` zero wherever `leaf` is?
bool vanishes_without(const Expr& e, const Expr& leaf) {
  if (as<Access>(e) != nullptr) {
    return e == leaf;
  }
  if (const auto* function = as<Unary>(e)) {
    return keeps_zero(*function) && vanishes_without(function->operand, leaf);
  }
  if (const auto* reduction = as<Reduction>(e)) {
    return vanishes_without(reduction->body, leaf);
  }
  const auto* binary = as<Binary>(e);
  if (binary == nullptr || info(binary->op).absent == AbsentRule::as_zero) {
    return false;
  }
  return vanishes_without(binary->left, leaf) ||
         (info(binary->op).absent == AbsentRule::annihilates &&
          vanishes_without(binary->right, leaf));
}

Iteration attach(Iteration driver, const std::vector<Iteration>& sparse,
                 const std::vector<Expr>& located, const std::vector<Expr>& broadcast) {
  for (const Iteration& part : sparse) {
    driver = meet(Meeting::left, driver, part);
  }
  if (located.empty() && broadcast.empty()) {
    return driver;
  }
  return make(Attach{driver, located, broadcast});
}

}  // namespace

IterationAlgebra::Found IterationAlgebra::find(const Expr& e, const std::string& variable) const {
  if (as<Access>(e) != nullptr) {
    return find_leaf(e, variable);
  }
  if (const auto* function = as<Unary>(e)) {
    Found found = find(function->operand, variable);
    if (found.none() || keeps_zero(*function)) {
      return found;
    }
    Full full = found.lookups(function->operand);
    full.why = {e};
    full.plain = false;
    return {.full = full};
  }
  if (const auto* reduction = as<Reduction>(e)) {
    return find(reduction->body, variable);
  }
  return as<Binary>(e) != nullptr ? find_binary(e, variable) : Found{};
}

IterationAlgebra::Found IterationAlgebra::find_leaf(const Expr& leaf,
                                                    const std::string& variable) const {
  const Walk& walk = walks_.at(leaf.get());
  const auto level = std::ranges::find(walk.variables, variable);
  if (level == walk.variables.end()) {
    return {};
  }
  if (walk.full(static_cast<size_t>(level - walk.variables.begin())) && !scan_dense_) {
    return {.full = Full{.located = {leaf}, .why = {leaf}}};
  }
  return {.sparse = make(Scan{leaf})};
}

IterationAlgebra::Found IterationAlgebra::find_binary(const Expr& e,
                                                      const std::string& variable) const {
  const auto& [op, left, right] = *as<Binary>(e);
  const Found a = find(left, variable);
  const Found b = find(right, variable);
  if (a.none() && b.none()) {
    return {};
  }
  const AbsentRule rule = info(op).absent;
  const auto driven = [&](const Iteration& driver, const Full& full) {
    return Found{.sparse = attach(driver, full.sparse, full.located, full.broadcast)};
  };
  if (rule == AbsentRule::annihilates && b.sparse && !a.sparse) {
    return driven(b.sparse, a.lookups(left));
  }
  if (rule != AbsentRule::as_zero && a.sparse) {
    return rule == AbsentRule::annihilates && b.sparse
               ? Found{.sparse = meet(Meeting::both, a.sparse, b.sparse)}
               : driven(a.sparse, b.lookups(right));
  }
  if (rule == AbsentRule::as_zero && a.sparse && b.sparse) {
    return {.sparse = meet(Meeting::either, a.sparse, b.sparse)};
  }
  const bool addition = op == Operator::add || op == Operator::sub;
  Full full{.plain = addition};
  for (const auto& [found, part] : {std::pair(&a, left), std::pair(&b, right)}) {
    const Full lookups = found->lookups(part);
    append(full.sparse, lookups.sparse);
    append(full.located, lookups.located);
    append(full.broadcast, lookups.broadcast);
    if (found->none()) {
      full.why.push_back(part);
    } else if (found->full) {
      append(full.why, lookups.why);
      full.plain = full.plain && lookups.plain;
    }
  }
  if (!addition) {
    full.why = {e};
  }
  return {.full = full};
}

Iteration IterationAlgebra::set_of(const Expr& e, const std::string& variable,
                                   bool whole_extent) const {
  const Found found = find(e, variable);
  if (found.sparse && !whole_extent) {
    return found.sparse;
  }
  Full full = found.lookups(e);
  if (!found.full) {
    full.why = {e};
  }
  full.plain = full.plain && !whole_extent;
  return concrete(full, e, variable, whole_extent);
}

Iteration IterationAlgebra::concrete(Full full, const Expr& e, const std::string& variable,
                                     bool whole_extent) const {
  const Expr one = full.plain && full.why.size() == 1 ? presence(full.why[0], variable) : nullptr;
  const Expr& subject = one != nullptr ? full.why[0] : e;
  Iteration everywhere = make(Universe{one != nullptr ? one : presence(e, variable)});
  const auto self = std::ranges::find_if(
      full.located, [&](const Expr& leaf) { return vanishes_without(subject, leaf); });
  if (self != full.located.end() && !(whole_extent && parts_.of_part(variable) != nullptr)) {
    // Its own level has all coordinates, and none where it is absent.
    everywhere = make(Scan{*self});
    full.located.erase(self);
  }
  if (one != nullptr && absent_.contains(one.get()) && !full.sparse.empty()) {
    // Everywhere where the one addend that is full is there, elsewhere only the sparse addends.
    Iteration set = attach(everywhere, {}, full.located, full.broadcast);
    for (const Iteration& part : full.sparse) {
      set = meet(Meeting::either, set, part);
    }
    return set;
  }
  return attach(everywhere, full.sparse, full.located, full.broadcast);
}

/// A leaf that is absent only where `e` is zero; null where there is none.
Expr IterationAlgebra::presence(const Expr& e, const std::string& variable) const {
  if (as<Access>(e) != nullptr) {
    const Walk& walk = walks_.at(e.get());
    return walk.streamed && contains(walk.variables, variable) ? nullptr : e;
  }
  if (const auto* function = as<Unary>(e)) {
    return keeps_zero(*function) ? presence(function->operand, variable) : nullptr;
  }
  if (const auto* reduction = as<Reduction>(e)) {
    return presence(reduction->body, variable);
  }
  const auto* binary = as<Binary>(e);
  if (binary == nullptr || info(binary->op).absent == AbsentRule::as_zero) {
    return nullptr;
  }
  const Expr left = presence(binary->left, variable);
  const bool either = info(binary->op).absent == AbsentRule::annihilates;
  return left != nullptr || !either ? left : presence(binary->right, variable);
}

namespace {

void leaves_of(const Iteration& set, std::set<const ExprNode*>& leaves) {
  if (const auto* scan = std::get_if<Scan>(&set->kind)) {
    leaves.insert(scan->leaf.get());
  } else if (const auto* met = std::get_if<Meet>(&set->kind)) {
    leaves_of(met->left, leaves);
    leaves_of(met->right, leaves);
  } else if (const auto* attached = std::get_if<Attach>(&set->kind)) {
    leaves_of(attached->driver, leaves);
    for (const auto* list : {&attached->located, &attached->broadcast}) {
      for (const Expr& leaf : *list) {
        leaves.insert(leaf.get());
      }
    }
  }
}

}  // namespace

bool visits_all(const Iteration& set, const std::string& variable, const Walks& walks,
                const std::function<bool(const Expr&)>& surely_there) {
  struct Finder {
    const std::string& variable;
    const Walks& walks;
    const std::function<bool(const Expr&)>& surely_there;
    bool all(const Iteration& part) const {
      return visits_all(part, variable, walks, surely_there);
    }
    bool operator()(const Scan& scan) const {
      const Walk& walk = walks.at(scan.leaf.get());
      return walk.full(position_in(walk.variables, variable)) && surely_there(scan.leaf);
    }
    bool operator()(const Universe& universe) const {
      return universe.presence == nullptr || surely_there(universe.presence);
    }
    bool operator()(const Attach& attach) const { return all(attach.driver); }
    bool operator()(const Meet& meet) const {
      return meet.meeting == Meeting::left   ? all(meet.left)
             : meet.meeting == Meeting::both ? all(meet.left) && all(meet.right)
                                             : all(meet.left) || all(meet.right);
    }
  };
  return std::visit(Finder{variable, walks, surely_there}, set->kind);
}

void collect_absent(const Iteration& set, const Walks& walks, const std::string& variable,
                    std::set<const ExprNode*>& absent) {
  if (const auto* met = std::get_if<Meet>(&set->kind)) {
    collect_absent(met->left, walks, variable, absent);
    collect_absent(met->right, walks, variable, absent);
    if (met->meeting == Meeting::either) {
      leaves_of(met->left, absent);
    }
    if (met->meeting != Meeting::both) {
      leaves_of(met->right, absent);
    }
  } else if (const auto* attached = std::get_if<Attach>(&set->kind)) {
    collect_absent(attached->driver, walks, variable, absent);
  }
  // A diagonal's further levels are looked up, and may miss.
  std::set<const ExprNode*> leaves;
  leaves_of(set, leaves);
  for (const ExprNode* leaf : leaves) {
    const Walk& walk = walks.at(leaf);
    bool first = true;
    for (size_t level = 0; level < walk.variables.size(); ++level) {
      if (walk.variables[level] == variable) {
        if (!first && !walk.full(level)) {
          absent.insert(leaf);
        }
        first = false;
      }
    }
  }
}

}  // namespace fiberloom
