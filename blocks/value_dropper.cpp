// Value dropper: removes the coordinates whose value is N (SAM paper, section 3.6, the dropper in
// its mode for values).
//
//   data c with a value     both pass
//   data c with N           dropped, which costs a cycle
//   Sn^e                    passes
//
//   crd 0 2 S0 4 S1 D, val 5 N S0 N S1 D   ->   crd 0 S0 S1 D, val 5 S0 S1 D

#include <algorithm>

#include "sim/block.h"
#include "sim/steps.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

class ValueDropper final : public Block {
 public:
  using Block::Block;
  void start() override { main().start(run()); }
  std::vector<uint64_t> statistics() const override { return {dropped_}; }

  template <class AccountT, class I, class O>
  Step step(AccountT& account, I& crd, I& val, O& crd_out, O& val_out) {
    if (!crd.has() || !val.has()) {
      return Step::blocked;
    }
    const Token c = crd.peek();
    const Token v = val.peek();
    const bool drops = is_dropped(c, v);
    const Cycle tokens_at = std::max({account.now, c.visible(), v.visible()});
    if (!drops && (!crd_out.room() || !val_out.room())) {
      return Step::blocked;
    }
    const Cycle at = drops ? tokens_at : val_out.slot(crd_out.slot(tokens_at));
    if (at >= account.horizon) {
      return Step::blocked;
    }
    expect(*this, c.is_data() ? v.is_point() : same_token(c, v), crd_, c.bare(), val_, v.bare());
    account.fire(tokens_at, at);
    crd.pop(at);
    val.pop(at);
    if (drops) {
      ++dropped_;
      return Step::fired;
    }
    crd_out.push(c.bare(), at);
    val_out.push(v.bare(), at);
    return c.is_done() ? Step::done : Step::fired;
  }

  template <class Visitor>
  void show_needs(Visitor& visitor) const {
    visitor.tokens(crd_, 1);
    visitor.tokens(val_, 1);
    if (crd_.has() && val_.has() && !is_dropped(crd_.peek(), val_.peek())) {
      visitor.slots(crd_out_);
      visitor.slots(val_out_);
    }
  }

 private:
  Task run() { co_await steps(*this, pop(crd_, val_), push(crd_out_, val_out_)); }

  static bool is_dropped(Token c, Token v) { return c.is_data() && v.is_empty(); }

  In& crd_ = input("crd");
  In& val_ = input("val");
  Out& crd_out_ = output("crd");
  Out& val_out_ = output("val");
  uint64_t dropped_ = 0;
};

const BlockRegistration registration(
    {.type = "value_dropper",
     .summary = "removes the coordinates whose value is N",
     .inputs = {{.name = "crd", .kind = StreamKind::crd, .summary = "the coordinates"},
                {.name = "val", .kind = StreamKind::val, .summary = "their values"}},
     .outputs = {{.name = "crd",
                  .kind = StreamKind::crd,
                  .summary = "the coordinates that have a value"},
                 {.name = "val", .kind = StreamKind::val, .summary = "the values"}},
     .statistics = {{"dropped", "coordinates that were removed"}}},
    make_block<ValueDropper>());

}  // namespace
}  // namespace fiberloom
