#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/firing.h"
#include "sim/lane.h"

namespace fiberloom {

/// `count` firings that take nothing and put one token on each of two outputs, which `rule` makes of
/// the firing's number.
template <class Rule>
struct Burst : Awaitable<Burst<Rule>> {
  Process* process;
  Out& first;
  Out& second;
  uint64_t count;
  Rule rule;
  uint64_t done = 0;
  bool lanes;

  Burst(Out& a, Out& b, uint64_t n, Rule r)
      : process(&a.process()),
        first(a),
        second(b),
        count(n),
        rule(std::move(r)),
        lanes(OutLane::fits(a) && OutLane::fits(b)) {}

  [[gnu::noinline]] bool attempt() {
    if (!lanes) {
      return loop(first, second);
    }
    OutLane a(first);
    OutLane b(second);
    const bool all = loop(a, b);
    a.commit();
    b.commit();
    return all;
  }
  void enlist(Process& p) const {
    enlist_slots(p, first);
    enlist_slots(p, second);
  }
  void describe(NeedVisitor& visitor) const {
    visitor.slots(first);
    visitor.slots(second);
  }
  void await_resume() const {}

 private:
  template <class Output>
  bool loop(Output& a, Output& b) {
    Account account(*process);
    for (; done < count && a.room() && b.room(); ++done) {
      const Cycle at = b.slot(a.slot(account.now));
      if (at >= account.horizon) {
        break;
      }
      account.fire(account.now, at);
      const auto [x, y] = rule(done);
      a.push(x, at);
      b.push(y, at);
    }
    account.commit();
    return done == count;
  }
};

template <class Rule>
Burst<Rule> burst(Push<Out, Out> out, uint64_t count, Rule rule) {
  return {std::get<0>(out.ports), std::get<1>(out.ports), count, std::move(rule)};
}

}  // namespace fiberloom
