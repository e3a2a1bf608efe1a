#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reference/access_operand.h"
#include "reference/operand.h"

namespace fiberloom {

/// A reduction of an operand over some variables, gathered one value at a time.
template <class T>
class Fold {
 public:
  Fold(const Binding& binding, Reducer reducer, VariableSet reduced)
      : reducer_(info(reducer)), extent_(binding.points(reduced)) {}

  void add(Cell<T>& gathered, const Cell<T>& more) const {
    if (reducer_.reducer == Reducer::sum) {
      add_to(gathered, more);
    } else {
      gathered = *combine(reducer_.combine, MaybeCell<T>(gathered), MaybeCell<T>(more));
    }
  }
  /// Over the whole extent, a value that never came is 0.
  Cell<T> finish(const Cell<T>& gathered, uint64_t count) const {
    const bool gaps = reducer_.whole_extent && static_cast<double>(count) < extent_;
    return gaps ? *combine(reducer_.combine, MaybeCell<T>(gathered), MaybeCell<T>(Cell<T>{}))
                : gathered;
  }

 private:
  const ReducerInfo& reducer_;
  double extent_;
};

/// The values of `body`, reduced, for every combination of the variables `keys`.
template <class T>
std::shared_ptr<Relation<T>> tabulate(Binding& binding, Operand<T>& body,
                                      const std::vector<size_t>& keys, Reducer reducer,
                                      VariableSet reduced) {
  auto table = std::make_shared<Relation<T>>(binding.sizes_of(keys));
  const Fold<T> fold(binding, reducer, reduced);
  const bool counted = info(reducer).whole_extent;
  VariableSet all = reduced;
  for (const size_t key : keys) {
    all |= VariableSet{1} << key;
  }
  std::vector<uint64_t> counts;
  std::vector<uint64_t> point(keys.size());
  body.enumerate([&] {
    binding.for_unbound(all, [&] {
      std::ranges::transform(keys, point.begin(), [&](size_t key) { return binding.at[key]; });
      const auto [id, is_new] = table->insert(point, binding.budget());
      if (is_new) {
        table->computed(id) = *body.value();
      } else {
        fold.add(table->computed(id), *body.value());
      }
      if (counted) {
        counts.resize(table->size());
        ++counts[id];
      }
    });
  });
  for (size_t id = 0; id < counts.size(); ++id) {
    table->computed(id) = fold.finish(table->computed(id), counts[id]);
  }
  return table;
}

/// A reduction as an operand: computed point by point, each once, where all its variables are
/// bound; as a table where its support must be enumerated.
template <class T>
class ReductionOperand final : public Operand<T> {
 public:
  /// `keys`: the free variables.
  ReductionOperand(Binding& binding, Reducer reducer, std::vector<size_t> keys, VariableSet reduced,
                   OperandPointer<T> body)
      : Operand<T>(binding, body->variables() & ~reduced),
        reducer_(reducer),
        keys_(std::move(keys)),
        reduced_(reduced),
        fold_(binding, reducer, reduced),
        body_(std::move(body)),
        known_(binding.sizes_of(keys_)) {}

  void enumerate(Next next) override {
    if ((this->variables() & ~this->binding().bound) == 0) {
      if (locate()) {
        next();
      }
      return;
    }
    if (!table_) {
      make_table();
    }
    table_->enumerate(next);
  }

  bool locate() override {
    if (table_) {
      return table_->locate();
    }
    Binding& binding = this->binding();
    key_.clear();
    for (const size_t key : keys_) {
      key_.push_back(binding.at[key]);
    }
    const auto [id, is_new] = known_.insert(key_);
    if (is_new) {
      binding.budget().hold(known_.bytes_per_point() + sizeof(MaybeCell<T>));
      values_.push_back(reduce());
    }
    current_ = id;
    return values_[id].has_value();
  }

  MaybeCell<T> value() const override { return table_ ? table_->value() : values_[current_]; }

  double fanout(VariableSet bound) override {
    return table_
               ? table_->fanout(bound)
               : std::min(body_->fanout(bound), this->binding().points(this->variables() & ~bound));
  }

 private:
  MaybeCell<T> reduce() {
    MaybeCell<T> gathered;
    uint64_t count = 0;
    body_->enumerate([&] {
      this->binding().for_unbound(reduced_, [&] {
        const Cell<T> more = *body_->value();
        if (gathered) {
          fold_.add(*gathered, more);
        } else {
          gathered = more;
        }
        ++count;
      });
    });
    return gathered ? MaybeCell<T>(fold_.finish(*gathered, count)) : std::nullopt;
  }

  /// Whatever is bound at the moment: the table is for every use.
  void make_table() {
    Binding& binding = this->binding();
    const VariableSet bound = std::exchange(binding.bound, 0);
    const std::vector<uint64_t> at = binding.at;
    table_.emplace(binding, keys_, tabulate(binding, *body_, keys_, reducer_, reduced_));
    binding.bound = bound;
    binding.at = at;
  }

  Reducer reducer_;
  std::vector<size_t> keys_;
  VariableSet reduced_;
  Fold<T> fold_;
  OperandPointer<T> body_;
  std::optional<AccessOperand<T>> table_;
  PointTable known_;
  std::vector<MaybeCell<T>> values_;
  std::vector<uint64_t> key_;
  size_t current_ = 0;
};

}  // namespace fiberloom
