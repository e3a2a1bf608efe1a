#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/firing.h"
#include "sim/lane.h"

namespace fiberloom {

/// `count` firings that take nothing and put one token on each of two outputs, which `rule` makes
/// of the firing's number.
template <class Rule>
struct Burst : Awaitable<Burst<Rule>> {
  Process* process;
  std::tuple<Out&, Out&> out;
  uint64_t count;
  Rule rule;
  uint64_t done = 0;

  Burst(Out& a, Out& b, uint64_t n, Rule r)
      : process(&a.process()), out(a, b), count(n), rule(std::move(r)) {}

  [[gnu::noinline]] bool attempt() {
    return with_lanes(
        *process, std::tuple<>{},
        out, [this](auto& account, auto& a, auto& b) __attribute__((always_inline)) {
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
          return done == count;
        });
  }
  void enlist(Process& p) const {
    enlist_slots(p, std::get<0>(out));
    enlist_slots(p, std::get<1>(out));
  }
  void describe(NeedVisitor& visitor) const {
    visitor.slots(std::get<0>(out));
    visitor.slots(std::get<1>(out));
  }
  void await_resume() const {}
};

template <class Rule>
Burst<Rule> burst(Push<Out, Out> out, uint64_t count, Rule rule) {
  return {std::get<0>(out.ports), std::get<1>(out.ports), count, std::move(rule)};
}

}  // namespace fiberloom
