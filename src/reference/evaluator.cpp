#include "reference/evaluator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/checker.h"
#include "einsum/scoping.h"
#include "reference/build_operand.h"
#include "reference/reduction_operand.h"

namespace fiberloom {
namespace {

using Source = std::variant<const CoordinateList*, const Reference*>;

/// The modes of an access as those of its table: for each the number of its variable among the
/// distinct ones.
std::vector<size_t> table_modes(const Access& a) {
  IndexVariables distinct;
  std::vector<size_t> modes;
  for (const std::string& variable : a.indices) {
    const auto found = std::ranges::find(distinct, variable);
    modes.push_back(static_cast<size_t>(found - distinct.begin()));
    if (found == distinct.end()) {
      distinct.push_back(variable);
    }
  }
  return modes;
}

/// Entries in the order of their coordinates: neighbours in a table are then neighbours in memory.
std::vector<size_t> sorted_entries(const CoordinateList& list) {
  std::vector<size_t> entries(list.entries());
  std::iota(entries.begin(), entries.end(), size_t{0});
  const auto before = [&](size_t a, size_t b) {
    for (const auto& column : list.columns) {
      if (column[a] != column[b]) {
        return column[a] < column[b];
      }
    }
    return false;
  };
  if (!std::ranges::is_sorted(entries, before)) {
    std::ranges::stable_sort(entries, before);
  }
  return entries;
}

/// The point of a table that an entry's coordinates give; false off the diagonal.
template <class Coordinate>
bool to_point(const std::vector<size_t>& modes, std::vector<uint64_t>& point,
              const Coordinate& coordinate) {
  for (size_t k = modes.size(); k-- > 0;) {
    point[modes[k]] = coordinate(k);
  }
  for (size_t k = 0; k < modes.size(); ++k) {
    if (point[modes[k]] != coordinate(k)) {
      return false;
    }
  }
  return true;
}

void check_fits(const Access& a, const CoordinateList& list, const std::vector<uint64_t>& shape,
                const Location& where) {
  bool fits = list.columns.size() == shape.size();
  for (size_t mode = 0; fits && mode < shape.size(); ++mode) {
    const auto& column = list.columns[mode];
    fits = column.size() == list.entries() &&
           std::ranges::all_of(column, [&](uint64_t c) { return c < shape[mode]; });
  }
  if (!fits) {
    throw bad_input(fmt::format("the entries of '{}' do not fit the sizes ({})", a.tensor,
                                fmt::join(shape, ",")),
                    where, "as many coordinates as indices, each below its index's size");
  }
}

template <class T>
std::shared_ptr<Relation<T>> table_from(const CoordinateList& list,
                                        const std::vector<size_t>& modes,
                                        const std::vector<uint64_t>& extents, Budget& budget) {
  auto table = std::make_shared<Relation<T>>(extents);
  std::vector<uint64_t> point(extents.size());
  list.values.visit([&](const auto& values) {
    for (const size_t entry : sorted_entries(list)) {
      if (to_point(modes, point, [&](size_t k) { return list.columns[k][entry]; })) {
        table->add_given(point, static_cast<T>(values[entry]), budget);
      }
    }
  });
  return table;
}

template <class T>
std::shared_ptr<Relation<T>> table_from(const Reference& result, const std::vector<size_t>& modes,
                                        const std::vector<uint64_t>& extents, Budget& budget) {
  auto table = std::make_shared<Relation<T>>(extents);
  std::vector<uint64_t> point(extents.size());
  std::visit(
      [&](const auto& source) {
        for (size_t id = 0; id < source->size(); ++id) {
          const auto from = source->points()[id];
          if (to_point(modes, point, [&](size_t k) { return from[k]; })) {
            const auto cell = source->cell(id);
            const size_t made = table->insert(point, budget).first;
            table->computed(made) = {static_cast<T>(cell.value), cell};
          }
        }
      },
      result.table());
  return table;
}

/// The value in the type that was asked for.
template <class To, class From>
To converted(From value, const Statement& statement) {
  if constexpr (std::is_integral_v<To> && !std::is_same_v<To, From>) {
    const auto real = static_cast<double>(value);
    const double limit = std::ldexp(1.0, std::numeric_limits<To>::digits);
    if (std::trunc(real) != real || real < -limit || real >= limit) {
      throw bad_input(fmt::format("the result '{}' has a component {} that its type {} cannot hold",
                                  statement.result.tensor, real, name_of(component_type_of<To>())),
                      statement.where(statement.result_span), "ask for a wider type");
    }
  }
  return static_cast<To>(value);
}

/// One statement, computed in T.
template <class T>
class StatementEvaluator {
 public:
  StatementEvaluator(const Statement& statement, const std::map<std::string, Source>& sources,
                     const IndexSizes& sizes, Budget& budget)
      : original_(statement),
        statement_(scoped(statement)),
        sources_(sources),
        sizes_(sizes),
        binding_(variables(statement_), variable_sizes(), budget),
        budget_(budget) {}

  Reference run(ComponentType result_type) {
    const auto table = evaluate_right_side();
    refuse_faults(*table);
    const std::vector<uint64_t> shape = shape_of(statement_.result, sizes_);
    return with_component_type(
        result_type, [&](auto zero) { return Reference(shape, convert<decltype(zero)>(table)); });
  }

 private:
  std::vector<uint64_t> variable_sizes() const {
    std::vector<uint64_t> sizes;
    for (const std::string& variable : variables(statement_)) {
      sizes.push_back(sizes_.at(variable));
    }
    return sizes;
  }

  std::shared_ptr<Relation<T>> evaluate_right_side() {
    const TableSource<T> tables = [this](const Access& a) { return table_of(a); };
    const std::vector<size_t> keys = ids_of(binding_, statement_.result.indices);
    // A reduction of the whole right side is gathered in the result itself.
    const auto* whole = as<Reduction>(statement_.right);
    const bool direct = whole != nullptr && binding_.set_of(free_variables(statement_.right)) ==
                                                binding_.set_of(statement_.result.indices);
    const auto body = build_operand<T>(direct ? whole->body : statement_.right, binding_, tables);
    return tabulate(binding_, *body, keys, direct ? whole->reducer : Reducer::sum,
                    direct ? binding_.set_of(whole->variables) : 0);
  }

  std::shared_ptr<Relation<T>> table_of(const Access& a) {
    const std::vector<size_t> modes = table_modes(a);
    auto& table = tables_[{a.tensor, modes}];
    if (!table) {
      table = make_table(a, modes);
    }
    return table;
  }

  std::shared_ptr<Relation<T>> make_table(const Access& a, const std::vector<size_t>& modes) {
    const std::vector<uint64_t> shape = shape_of(a, sizes_);
    std::vector<uint64_t> extents;
    for (size_t k = 0; k < modes.size(); ++k) {
      extents.resize(std::max(extents.size(), modes[k] + 1), shape[k]);
    }
    const auto source = sources_.find(a.tensor);
    if (source == sources_.end()) {
      return std::make_shared<Relation<T>>(extents);  // accumulated from nothing
    }
    if (const auto* list = std::get_if<const CoordinateList*>(&source->second)) {
      check_fits(a, **list, shape, place_of(a));
      return table_from<T>(**list, modes, extents, budget_);
    }
    return table_from<T>(*std::get<const Reference*>(source->second), modes, extents, budget_);
  }

  Location place_of(const Access& a) const {
    for (const Expr& leaf : accesses(statement_.right)) {
      if (*as<Access>(leaf) == a) {
        return statement_.where(leaf);
      }
    }
    return statement_.where(statement_.result_span);
  }

  void refuse_faults(const Relation<T>& table) const {
    if constexpr (std::is_integral_v<T>) {
      for (size_t id = 0; id < table.size(); ++id) {
        if (const uint32_t fault = table.cell(id).fault) {
          const auto& found = binding_.fault(fault);
          throw DivisionByZero(
              fmt::format("integer division by zero{}{}", found.coordinates.empty() ? "" : " at ",
                          found.coordinates),
              statement_.where(found.span));
        }
      }
    }
  }

  template <class To>
  Reference::Table convert(const std::shared_ptr<Relation<T>>& table) {
    if constexpr (std::is_same_v<To, T>) {
      return table;
    } else {
      auto made = std::make_shared<Relation<To>>(table->points().extents());
      for (size_t id = 0; id < table->size(); ++id) {
        const Cell<T> cell = table->cell(id);
        const To value = converted<To>(cell.value, original_);
        made->computed(made->insert(table->points()[id], budget_).first) = {value, cell};
      }
      return made;
    }
  }

  const Statement& original_;
  Statement statement_;
  const std::map<std::string, Source>& sources_;
  const IndexSizes& sizes_;
  Binding binding_;
  Budget& budget_;
  std::map<std::pair<std::string, std::vector<size_t>>, std::shared_ptr<Relation<T>>> tables_;
};

std::vector<std::string> names_of(const ReferenceOperands& operands) {
  std::vector<std::string> names;
  for (const auto& [name, list] : operands) {
    names.push_back(name);
  }
  return names;
}

}  // namespace

std::map<std::string, Reference> evaluate(const Program& program, const ReferenceOperands& operands,
                                          const IndexSizes& sizes,
                                          const ComponentTypes& result_types,
                                          const ReferenceLimits& limits) {
  check_operands(program, names_of(operands));
  require_sizes(program, sizes);
  ComponentTypes types = result_types;
  std::map<std::string, Source> sources;
  for (const auto& [name, list] : operands) {
    types.emplace(name, list->values.type());
    sources.emplace(name, list);
  }
  const std::vector<StatementTypes> by_statement = statement_types(program, types);
  Budget budget(limits);
  std::map<std::string, Reference> results;
  for (size_t k = 0; k < program.size(); ++k) {
    const uint64_t held = budget.held();
    Reference result = with_component_type(by_statement[k].compute, [&](auto zero) {
      return StatementEvaluator<decltype(zero)>(program[k], sources, sizes, budget)
          .run(by_statement[k].result);
    });
    // Only the result outlives its statement.
    budget.release(budget.held() - held);
    budget.hold(result.bytes());
    const std::string& name = program[k].result.tensor;
    results.insert_or_assign(name, std::move(result));
    sources.insert_or_assign(name, &results.at(name));
  }
  return results;
}

}  // namespace fiberloom
