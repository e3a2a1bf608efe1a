#pragma once

#include <optional>
#include <string>

#include "lower/kernel/scalar_sum.h"

namespace fiberloom {

/// What becomes of a nest's values. `before` and `after` stand around a loop (or, behind the last,
/// around the value), `enter` and `leave` inside it.
class ValueSink {
 public:
  virtual ~ValueSink() = default;
  ValueSink() = default;
  ValueSink(const ValueSink&) = delete;
  ValueSink& operator=(const ValueSink&) = delete;

  /// `most`: so many coordinates the loop has at most, in C.
  virtual void before(size_t loop, const std::string& most) = 0;
  virtual void enter(size_t loop) = 0;
  virtual void leave(size_t loop) = 0;
  virtual void after(size_t loop) = 0;
  virtual void put(const CValue& value) = 0;
  /// Does a loop add up in a variable?
  virtual bool sums(size_t loop) const = 0;
  /// The same, where that may be done in any order.
  virtual std::optional<LoopSum> sum_of(size_t loop) const = 0;
};

/// A reduction to one value.
class ScalarSink final : public ValueSink {
 public:
  ScalarSink(KernelFrame& frame, const Nest& nest, bool structural)
      : sum_(frame, nest, structural) {}
  void before(size_t loop, const std::string&) override {
    if (loop == 0) {
      sum_.begin();
    }
  }
  void enter(size_t) override {}
  void leave(size_t) override {}
  void after(size_t) override {}
  void put(const CValue& value) override { sum_.add(value); }
  bool sums(size_t) const override { return true; }
  std::optional<LoopSum> sum_of(size_t) const override { return sum_.in_any_order(); }
  CValue made() const { return sum_.made(); }

 private:
  ScalarSum sum_;
};

}  // namespace fiberloom
