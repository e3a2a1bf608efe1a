#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reference/operand.h"
#include "reference/relation.h"

namespace fiberloom {

/// The entries of a table whose modes are distinct variables, found by hashing on those bound.
template <class T>
class AccessOperand final : public Operand<T> {
 public:
  /// `modes`: the variable of each mode.
  AccessOperand(Binding& binding, std::vector<size_t> modes, std::shared_ptr<Relation<T>> table)
      : Operand<T>(binding, set_of(modes)), modes_(std::move(modes)), table_(std::move(table)) {}

  void enumerate(Next next) override {
    const VariableSet unbound = this->variables() & ~this->binding().bound;
    if (unbound == 0) {
      if (locate()) {
        next();
      }
    } else if (unbound == this->variables()) {
      for (size_t id = 0; id < table_->size(); ++id) {
        visit(id, next);
      }
    } else {
      for (const uint32_t id : matching()) {
        visit(id, next);
      }
    }
    this->binding().bound &= ~unbound;
  }

  bool locate() override {
    this->binding().budget().step();
    key_.clear();
    for (const size_t mode : modes_) {
      key_.push_back(this->binding().at[mode]);
    }
    current_ = table_->points().find(key_);
    return current_.has_value();
  }

  MaybeCell<T> value() const override {
    return current_ ? MaybeCell<T>(table_->cell(*current_)) : std::nullopt;
  }

  /// As if the entries were spread evenly.
  double fanout(VariableSet bound) override {
    return static_cast<double>(table_->size()) /
           std::max(1.0, this->binding().points(this->variables() & bound));
  }

 private:
  static VariableSet set_of(const std::vector<size_t>& modes) {
    VariableSet set = 0;
    for (const size_t mode : modes) {
      set |= VariableSet{1} << mode;
    }
    return set;
  }

  void visit(size_t id, Next next) {
    Binding& binding = this->binding();
    binding.budget().step();
    current_ = id;
    const auto point = table_->points()[id];
    for (size_t mode = 0; mode < modes_.size(); ++mode) {
      binding.at[modes_[mode]] = point[mode];
    }
    binding.bound |= this->variables();
    next();
  }

  /// The entries that agree with the bound variables.
  std::span<const uint32_t> matching() {
    const Binding& binding = this->binding();
    const VariableSet bound = binding.bound & this->variables();
    if (groups_ == nullptr || bound != grouped_) {
      uint64_t modes = 0;
      for (size_t mode = 0; mode < modes_.size(); ++mode) {
        modes |= (bound >> modes_[mode] & 1) << mode;
      }
      groups_ = &table_->grouped_by(modes, this->binding().budget());
      grouped_ = bound;
    }
    key_.clear();
    for (const size_t mode : modes_) {
      if ((bound >> mode & 1) != 0) {
        key_.push_back(binding.at[mode]);
      }
    }
    return groups_->group(key_);
  }

  std::vector<size_t> modes_;
  std::shared_ptr<Relation<T>> table_;
  const GroupIndex* groups_ = nullptr;
  VariableSet grouped_ = 0;
  std::vector<uint64_t> key_;
  std::optional<size_t> current_;
};

}  // namespace fiberloom
