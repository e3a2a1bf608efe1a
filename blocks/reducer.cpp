// Reducer: folds every innermost fiber of values into one value (SAM paper, section 3.5).
//
//   data      folded in; N adds nothing to a sum, and is 0 for min, max and product. NaN stays in
//             min and max; a zero annihilates a product, also one with inf
//   Sn        the fiber's value, then for n > 0 the stop S(n-1): two firings. A fiber in which
//             nothing but N came gives N (`empty: absent`) or 0 (`empty: zero`, as SAM does)
//   Sn^e      e > 0: the fiber never began: no value, only S(n-1)^(e-1)

#include <limits>

#include "alu_operations.h"
#include "sim/block.h"

namespace fiberloom {
namespace {

struct SumFold {
  template <class T>
  static T start() {
    return T{0};
  }
  template <class T>
  static T fold(T a, T b) {
    return Add::add(a, b);
  }
  static constexpr bool kAbsentCounts = false;
};
struct ProductFold {
  template <class T>
  static T start() {
    return T{1};
  }
  template <class T>
  static T fold(T a, T b) {
    return Multiply::apply<T>(value_token(a), value_token(b)).template value<T>();
  }
  static constexpr bool kAbsentCounts = true;
};
struct MinimumFold {
  template <class T>
  static T start() {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::max();
  }
  template <class T>
  static T fold(T a, T b) {
    return arithmetic::minimum(a, b);
  }
  static constexpr bool kAbsentCounts = true;
};
struct MaximumFold {
  template <class T>
  static T start() {
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  }
  template <class T>
  static T fold(T a, T b) {
    return arithmetic::maximum(a, b);
  }
  static constexpr bool kAbsentCounts = true;
};

template <class T, class Fold>
class Reducer final : public Block {
 public:
  explicit Reducer(const BlockContext& context)
      : Block(context), empty_is_zero_(context.parameters().name("empty") == "zero") {}
  void start() override { main().start(run()); }
  std::vector<uint64_t> statistics() const override { return {fibers_, empty_}; }

 private:
  Task run() {
    for (;;) {
      T folded = Fold::template start<T>();
      bool any = false;
      co_await each_while(
          pop(in_), [](Token token) { return token.is_point(); },
          [&](Cycle, Token token) {
            if (token.is_data() || Fold::kAbsentCounts) {
              folded = Fold::template fold<T>(folded, value_or_zero<T>(token));
            }
            any |= token.is_data();
          });
      const Token end = co_await fire(pop(in_), push(val_));
      if (end.is_done()) {
        val_ << end;
        co_return;
      }
      if (end.unborn() > 0) {
        val_ << stop_token(end.level() - 1, end.unborn() - 1);
        continue;
      }
      ++fibers_;
      empty_ += any ? 0 : 1;
      val_ << (any ? value_token(folded) : empty_is_zero_ ? value_token(T{0}) : empty_token());
      if (end.level() > 0) {
        co_await fire(push(val_));
        val_ << stop_token(end.level() - 1);
      }
    }
  }

  In& in_ = input("val");
  Out& val_ = output("val");
  bool empty_is_zero_;
  uint64_t fibers_ = 0;
  uint64_t empty_ = 0;
};

template <class Fold>
BlockMakers::Make maker() {
  return [](const BlockContext& context) {
    return with_component_type(context.component, [&](auto zero) -> std::unique_ptr<Block> {
      return std::make_unique<Reducer<decltype(zero), Fold>>(context);
    });
  };
}

const std::vector<std::pair<std::string, BlockMakers::Make>>& folds() {
  static const std::vector<std::pair<std::string, BlockMakers::Make>> table = {
      {"sum", maker<SumFold>()},
      {"min", maker<MinimumFold>()},
      {"max", maker<MaximumFold>()},
      {"product", maker<ProductFold>()}};
  return table;
}

const BlockRegistration registration(
    {.type = "reducer",
     .summary = "folds each innermost fiber of values into one value",
     .aliases = {"reduce"},
     .inputs = {{.name = "val",
                 .kind = StreamKind::val,
                 .depth = {.offset = 1},
                 .summary = "the values"}},
     .outputs = {{.name = "val", .kind = StreamKind::val, .summary = "a value for every fiber"}},
     .parameters = {{.name = "op",
                     .type = ParameterType::name,
                     .summary = "how values are folded",
                     .fallback = std::string("sum"),
                     .choices = {"sum", "min", "max", "product"}},
                    {.name = "empty",
                     .type = ParameterType::name,
                     .summary = "what a fiber without values gives: N or 0",
                     .fallback = std::string("absent"),
                     .choices = {"absent", "zero"}}},
     .statistics = {{"fibers", "fibers that were folded"}, {"empty", "of them without a value"}}},
    [](const BlockContext& context) {
      return std::ranges::find(folds(), context.parameters().name("op"),
                               &std::pair<std::string, BlockMakers::Make>::first)
          ->second(context);
    });

}  // namespace
}  // namespace fiberloom
