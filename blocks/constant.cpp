// Constant: a number for every token of a loop.
//
//   data, N   the number: it is an operand wherever the loop runs
//   Sn^e      the same stop

#include "sim/block.h"

namespace fiberloom {
namespace {

template <class T>
class Constant final : public Block {
 public:
  explicit Constant(const BlockContext& context)
      : Block(context), value_(value_token(static_cast<T>(context.parameters().real("value")))) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    co_await each_while(
        pop(trigger_), push(val_), [](Token token) { return !token.is_done(); },
        [this](Token token) { return token.is_point() ? value_ : token; });
    co_await fire(pop(trigger_), push(val_));
    val_ << done_token();
  }

  In& trigger_ = input("trigger");
  Out& val_ = output("val");
  Token value_;
};

const BlockRegistration registration(
    {.type = "constant",
     .summary = "a number for every token of a loop",
     .inputs = {{.name = "trigger",
                 .summary = "any stream of the loop; the root stream where nothing feeds it",
                 .optional = true}},
     .outputs = {{.name = "val", .kind = StreamKind::val, .summary = "the number"}},
     .parameters = {{.name = "value",
                     .type = ParameterType::real,
                     .summary = "the number",
                     .required = true}}},
    make_typed_block<Constant>());

}  // namespace
}  // namespace fiberloom
