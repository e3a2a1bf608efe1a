// ALU: one operation on values, pointwise (SAM paper, section 3.4).
//
//   N with add, sub     the other operand (N - x is -x); N with both is N
//   N with mul          N; a zero factor annihilates, stored or not, also inf and nan
//   N with div          numerator N: N, or 0: 0; denominator N: as 0, so x/N is inf with x's sign
//   N with min, max     counts as 0; N with both is N
//   N with one operand  f(N) is N where f(0) is 0, else f(0)

#include <fmt/format.h>

#include "alu_operations.h"
#include "sim/block.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

template <class T, class Operation>
class BinaryAlu final : public Block {
 public:
  using Block::Block;
  void start() override { main().start(run()); }

 private:
  Task run() {
    co_await each_while(
        pop(in0_, in1_), push(val_), [](Token a, Token b) { return !(a.is_done() && b.is_done()); },
        [this](Token a, Token b) {
          if (a.is_point() && b.is_point()) {
            if constexpr (requires { Operation::template undefined<T>(a, b); }) {
              if (Operation::template undefined<T>(a, b)) [[unlikely]] {
                refuse(a, b);
              }
            }
            return Operation::template apply<T>(a, b);
          }
          expect(*this, same_token(a, b), in0_, a, in1_, b);
          return a;
        });
    co_await fire(pop(in0_, in1_), push(val_));
    val_ << done_token();
  }

  [[noreturn]] void refuse(Token a, Token b) const {
    throw DivisionByZero(fmt::format("'{}': integer division by zero: {} / {}", wired().node->name,
                                     a.value<T>(), b.is_data() ? "0" : "N"),
                         wired().node->where);
  }

  In& in0_ = input("in0");
  In& in1_ = input("in1");
  Out& val_ = output("val");
};

template <class T, class Operation>
class UnaryAlu final : public Block {
 public:
  explicit UnaryAlu(const BlockContext& context)
      : Block(context), by_(context.parameters().real("by")) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    co_await each_while(
        pop(in0_), push(val_), [](Token token) { return !token.is_done(); },
        [this](Token token) {
          return token.is_point() ? Operation::template apply<T>(token, by_) : token;
        });
    co_await fire(pop(in0_), push(val_));
    val_ << done_token();
  }

  In& in0_ = input("in0");
  Out& val_ = output("val");
  double by_;
};

/// A maker of the block for one operation.
struct Operation {
  std::string name;
  size_t operands;
  bool takes_by;
  BlockMakers::Make make;
};

template <class O>
Operation binary(std::string name) {
  return {std::move(name), 2, false, [](const BlockContext& context) {
            return with_component_type(context.component, [&](auto zero) -> std::unique_ptr<Block> {
              return std::make_unique<BinaryAlu<decltype(zero), O>>(context);
            });
          }};
}
template <class O>
Operation unary(std::string name, bool takes_by = false) {
  return {std::move(name), 1, takes_by, [](const BlockContext& context) {
            return with_component_type(context.component, [&](auto zero) -> std::unique_ptr<Block> {
              return std::make_unique<UnaryAlu<decltype(zero), O>>(context);
            });
          }};
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> kTable = {
      binary<Add>("add"),          binary<Subtract>("sub"),       binary<Multiply>("mul"),
      binary<Divide>("div"),       binary<Minimum>("min"),        binary<Maximum>("max"),
      unary<Negate>("neg"),        unary<Absolute>("abs"),        unary<SquareRoot>("sqrt"),
      unary<Exponential>("exp"),   unary<Rectify>("relu"),        unary<Power>("pow", true),
      unary<Scale>("scale", true), unary<Offset>("offset", true),
  };
  return kTable;
}

const Operation& operation_of(const Parameters& parameters) {
  return *std::ranges::find(operations(), parameters.name("op"), &Operation::name);
}

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const Operation& operation : operations()) {
    names.push_back(operation.name);
  }
  return names;
}

const BlockRegistration registration(
    {.type = "alu",
     .summary = "one arithmetic operation on values",
     .inputs = {{.name = "in0", .kind = StreamKind::val, .summary = "the first operand"},
                {.name = "in1",
                 .kind = StreamKind::val,
                 .summary = "the second operand of add, sub, mul, div, min, max",
                 .present =
                     [](const Parameters& parameters) {
                       return operation_of(parameters).operands == 2;
                     }}},
     .outputs = {{.name = "val", .kind = StreamKind::val, .summary = "the results"}},
     .parameters = {{.name = "op",
                     .type = ParameterType::name,
                     .summary = "the operation",
                     .required = true,
                     .choices = operation_names()},
                    {.name = "by",
                     .type = ParameterType::real,
                     .summary = "the constant of pow, scale and offset",
                     .fallback = 0.0}}},
    [](const BlockContext& context) { return operation_of(context.parameters()).make(context); });

}  // namespace
}  // namespace fiberloom
