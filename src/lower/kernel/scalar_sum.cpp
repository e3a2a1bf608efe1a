#include "lower/kernel/scalar_sum.h"

#include <fmt/format.h>

namespace fiberloom {

ScalarSum::ScalarSum(KernelFrame& frame, const Nest& nest, bool structural)
    : frame_(frame),
      reducer_(nest.reducer),
      single_(nest.loops.empty() || !contains(nest.reduced, nest.loops.back().variable)),
      whole_extent_(info(nest.reducer).whole_extent),
      noted_(structural || whole_extent_) {}

void ScalarSum::make_names() {
  if (name_.empty()) {
    name_ = frame_.names.make("sum");
    any_ = frame_.names.make(name_ + "_any");
    frame_.flags.push_back(any_);
  }
}

void ScalarSum::begin() {
  if (single_) {
    return;
  }
  make_names();
  frame_.code.line(fmt::format("value_t {} = {};", name_, frame_.arithmetic.start_of(reducer_)));
  if (noted_) {
    frame_.code.line(fmt::format("int {} = 0;", any_));
  }
  made_ = {.text = whole_extent_ ? fmt::format("({} ? {} : 0)", any_, name_) : name_,
           .present = noted_ ? Presence::when(any_) : Presence::always()};
}

std::optional<LoopSum> ScalarSum::in_any_order() const {
  if (single_ || reducer_ != Reducer::sum || is_integer(frame_.type)) {
    return std::nullopt;
  }
  return LoopSum{.name = name_, .any = any_};
}

std::string ScalarSum::clause() {
  if (single_ || reducer_ != Reducer::sum) {
    return {};
  }
  make_names();
  return fmt::format(" reduction(+ : {})", name_) +
         (noted_ ? fmt::format(" reduction(| : {})", any_) : "");
}

void ScalarSum::add(const CValue& value) {
  if (single_) {
    made_ = value;
    return;
  }
  made_.may_be_infinite = made_.may_be_infinite || value.may_be_infinite;
  if (!value.present.is_never() || whole_extent_) {
    frame_.code.line(frame_.arithmetic.accumulate(reducer_, name_, value));
  }
  if (noted_ && value.present.is_always()) {
    frame_.code.line(fmt::format("{} = 1;", any_));
  } else if (noted_ && value.present.is_tested()) {
    frame_.code.line(fmt::format("{} |= {};", any_, value.present.text()));
  }
}

}  // namespace fiberloom
