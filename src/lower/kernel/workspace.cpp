#include "lower/kernel/workspace.h"

#include <fmt/format.h>

namespace fiberloom {

Workspace::Workspace(KernelFrame& frame, const Destination& destination, size_t first)
    : frame_(frame),
      first_(first),
      variables_(destination.variables().begin() + static_cast<std::ptrdiff_t>(first),
                 destination.variables().end()),
      name_(frame.names.make("w")) {}

ArrayWorkspace::ArrayWorkspace(KernelFrame& frame, const Destination& destination, size_t first)
    : Workspace(frame, destination, first) {
  const std::string size = frame.size_of(variables_[0]);
  frame.own_array("value_t", name_ + "_values", size, false);
  frame.own_array("unsigned char", name_ + "_seen", size, true);
  frame.own_array("uint64_t", name_ + "_bits", size + " / 64", true);
  frame.own_array("index_t", name_ + "_list", size, false);
  frame.scope().declare(name_ + "_count", fmt::format("index_t {}_count = 0;", name_));
}

void ArrayWorkspace::add(const CValue& value) {
  if (value.present.is_never()) {
    return;
  }
  CodeText& code = frame_.code;
  if (value.present.is_tested()) {
    code.open(fmt::format("if ({})", value.present.text()));
  }
  const std::string at = frame_.variable(variables_[0]);
  code.open(fmt::format("if (!{}_seen[{}])", name_, at));
  code.line(fmt::format("{}_seen[{}] = 1;", name_, at));
  code.line(fmt::format("{0}_list[{0}_count++] = {1};", name_, at));
  code.line(fmt::format("{}_values[{}] = {};", name_, at, value.text));
  code.reopen("else");
  code.line(frame_.arithmetic.accumulate(Reducer::sum, fmt::format("{}_values[{}]", name_, at),
                                         value.text));
  code.close();
  if (value.present.is_tested()) {
    code.close();
  }
}

void ArrayWorkspace::drain(Destination& destination) {
  CodeText& code = frame_.code;
  const std::string at = frame_.variable(variables_[0]);
  code.line(fmt::format("{1}({0}_list, {0}_bits, {0}_count, {2});", name_,
                        frame_.helpers.use("order_list"), frame_.size_of(variables_[0])));
  destination.open(first_, name_ + "_count");
  const std::string place = frame_.names.make(name_ + "_at");
  code.open(fmt::format("for (index_t {0} = 0; {0} < {1}_count; {0}++)", place, name_));
  code.line(fmt::format("const index_t {} = {}_list[{}];", at, name_, place));
  destination.enter(first_);
  destination.store({.text = fmt::format("{}_values[{}]", name_, at)});
  code.line(fmt::format("{}_seen[{}] = 0;", name_, at));
  destination.leave(first_);
  code.close();
  code.line(name_ + "_count = 0;");
  destination.close(first_);
}

HashWorkspace::HashWorkspace(KernelFrame& frame, const Destination& destination, size_t first)
    : Workspace(frame, destination, first),
      entry_(frame.names.make(name_ + "_entry")),
      count_(frame.names.make(name_ + "_count")) {
  frame.helpers.use("find_key");
  frame.scope().declare(name_, fmt::format("key_table {} = {{NULL, NULL, NULL, 0, 0, 0}};", name_));
  frame.scope().declare(entry_ + "s", fmt::format("key_entry *{}s = NULL;", entry_));
  frame.scope().own(entry_ + "s");
  for (const char* part : {".keys", ".values", ".slots"}) {
    frame.scope().own(name_ + part);
  }
}

void HashWorkspace::add(const CValue& value) {
  if (value.present.is_never()) {
    return;
  }
  CodeText& code = frame_.code;
  code.open(value.present.is_tested() ? fmt::format("if ({})", value.present.text()) : "");
  std::string key;
  for (const std::string& variable : variables_) {
    key = key.empty() ? fmt::format("(tuple_t){}", frame_.variable(variable))
                      : fmt::format("({}) * (tuple_t){} + (tuple_t){}", key,
                                    frame_.size_of(variable), frame_.variable(variable));
  }
  const std::string found = name_ + "_found";
  code.line(fmt::format("const int64_t {} = find_key(&{}, {});", found, name_, key));
  code.line(frame_.scope().fail_if(found + " < 0"));
  code.line(frame_.arithmetic.accumulate(Reducer::sum, fmt::format("{}.values[{}]", name_, found),
                                         value.text));
  code.close();
}

std::string HashWorkspace::stride_below(size_t k) const {
  std::string stride = "(tuple_t)1";
  for (size_t below = k + 1; below < variables_.size(); ++below) {
    stride += fmt::format(" * (tuple_t){}", frame_.size_of(variables_[below]));
  }
  return stride;
}

void HashWorkspace::drain(Destination& destination) {
  CodeText& code = frame_.code;
  code.open("");
  code.line(fmt::format("const int64_t {} = {}.count;", count_, name_));
  code.line(fmt::format("{}s = take_sorted(&{});", entry_, name_));
  code.line(frame_.scope().fail_if(entry_ + "s == NULL"));
  code.line(fmt::format("int64_t {} = 0;", entry_));
  drain_level(destination, 0, "");
  code.line(fmt::format("free({}s);", entry_));
  code.line(fmt::format("{}s = NULL;", entry_));
  code.close();
}

void HashWorkspace::drain_level(Destination& destination, size_t k, const std::string& above) {
  CodeText& code = frame_.code;
  const size_t level = first_ + k;
  const std::string variable = frame_.variable(variables_[k]);
  const std::string size = frame_.size_of(variables_[k]);
  const std::string prefix = fmt::format("{}_prefix{}", entry_, k);
  const std::string key = fmt::format("{0}s[{0}].key", entry_);
  const bool last = k + 1 == variables_.size();
  destination.open(level, fmt::format("{} - {}", count_, entry_));
  if (destination.dense(level)) {
    code.open(fmt::format("for (index_t {0} = 0; {0} < {1}; {0}++)", variable, size));
    code.line(fmt::format("const tuple_t {} = {}(tuple_t){};", prefix,
                          above.empty() ? "" : fmt::format("{} * (tuple_t){} + ", above, size),
                          variable));
  } else {
    const std::string same =
        above.empty() ? "" : fmt::format(" && {} / ({}) == {}", key, stride_below(k - 1), above);
    code.open(fmt::format("while ({} < {}{})", entry_, count_, same));
    code.line(fmt::format("const tuple_t {} = {} / ({});", prefix, key, stride_below(k)));
    code.line(fmt::format("const index_t {} = (index_t)({}{});", variable, prefix,
                          above.empty() ? "" : fmt::format(" - {} * (tuple_t){}", above, size)));
  }
  destination.enter(level);
  if (!last) {
    drain_level(destination, k + 1, prefix);
  } else {
    if (destination.dense(level)) {
      code.open(fmt::format("if ({} < {} && {} == {})", entry_, count_, key, prefix));
    }
    destination.store({.text = fmt::format("{0}s[{0}].value", entry_)});
    code.line(entry_ + "++;");
    if (destination.dense(level)) {
      code.close();
    }
  }
  destination.leave(level);
  code.close();
  destination.close(level);
}

}  // namespace fiberloom
