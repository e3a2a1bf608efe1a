// Array: loads the values that references point to (SAM paper, section 3.4).
//
//   data r    the value at r
//   N         N: there is no operand here (not 0, which is a value)
//   Sn^e      passes
//
// Of a buffer it loads what the buffer was given: a value or N.

#include <optional>

#include <fmt/format.h>

#include "sim/block.h"

namespace fiberloom {
namespace {

template <class T>
class Array final : public Block {
 public:
  explicit Array(const BlockContext& context)
      : Block(context), values_(values_of(context.operand->values())) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    co_await each_while(
        pop(ref_), push(val_), [](Token token) { return !token.is_done(); },
        [this](Token token) { return token.is_data() ? load(token.payload) : token; });
    co_await fire(pop(ref_), push(val_));
    val_ << done_token();
  }

  /// The tensor's own values, or a copy in the machine's component type.
  const std::vector<T>& values_of(const Values& values) {
    if (values.type() == component_type_of<T>()) {
      return values.as<T>();
    }
    return converted_.emplace(convert(values, component_type_of<T>())).template as<T>();
  }

  Token load(uint64_t reference) const {
    if (reference >= values_.size()) [[unlikely]] {
      refuse(reference);
    }
    return value_token(values_[reference]);
  }
  [[noreturn]] void refuse(uint64_t reference) const {
    throw bad_input(fmt::format("reference {} is beyond the {} values of {}", reference,
                                values_.size(), wired().node->parameters.name("tensor")),
                    wired().node->where);
  }

  In& ref_ = input("ref");
  Out& val_ = output("val");
  std::optional<Values> converted_;
  const std::vector<T>& values_;
};

class BufferArray final : public Block {
 public:
  explicit BufferArray(const BlockContext& context)
      : Block(context), values_(context.store->read_values()) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    co_await each_while(
        pop(ref_), push(val_), [](Token token) { return !token.is_done(); },
        [this](Token token) { return token.is_data() ? values_.value(token.payload) : token; });
    co_await fire(pop(ref_), push(val_));
    val_ << done_token();
  }

  In& ref_ = input("ref");
  Out& val_ = output("val");
  TreeStore::Reader& values_;
};

std::unique_ptr<Block> make_array(const BlockContext& context) {
  if (context.operand == nullptr) {
    return std::make_unique<BufferArray>(context);
  }
  return make_typed_block<Array>()(context);
}

const BlockRegistration registration(
    {.type = "array",
     .summary = "loads the values of a tensor",
     .aliases = {"arrayvals"},
     .inputs = {{.name = "ref",
                 .kind = StreamKind::ref,
                 .summary = "references to values; the root stream for a scalar",
                 .optional = true,
                 .refers = Refers::last_level}},
     .outputs = {{.name = "val", .kind = StreamKind::val, .summary = "the values"}},
     .parameters = {tensor_parameter()}},
    make_array);

}  // namespace
}  // namespace fiberloom
