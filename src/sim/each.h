#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/firing.h"
#include "sim/lane.h"

namespace fiberloom {

/// A run of firings of one rule: one token from every input, at most one output, whose token `rule`
/// makes of those taken. It goes on while `goes_on(heads...)` holds and ends at the first heads for
/// which it does not (they have been seen, not taken).
/// With no output `rule` is only told of the tokens and of the cycle they were taken in.
template <class Condition, class Rule, class In_, class Out_>
struct EachWhile;
template <class Condition, class Rule, class... I, class... O>
struct EachWhile<Condition, Rule, Pop<I...>, Push<O...>>
    : Awaitable<EachWhile<Condition, Rule, Pop<I...>, Push<O...>>> {
  static_assert(sizeof...(O) <= 1, "more outputs need a rule of their own");
  static constexpr size_t kInputs = sizeof...(I);

  Process* process;
  std::tuple<I&...> in;
  std::tuple<O&...> out;
  Condition goes_on;
  Rule rule;

  EachWhile(Pop<I...> i, Push<O...> o, Condition c, Rule r)
      : process(&std::get<0>(i.ports).process()),
        in(i.ports),
        out(o.ports),
        goes_on(std::move(c)),
        rule(std::move(r)) {}

  // Out of line, as all hot loops: see Fire.
  [[gnu::noinline]] bool attempt() {
    return with_lanes(
        *process, in, out, [this](auto& account, auto&... ports) __attribute__((always_inline)) {
          return loop(account, std::tie(ports...));
        });
  }

  void enlist(Process& p) const {
    if (fires()) {
      std::apply([&](auto&... o) { (enlist_slots(p, o), ...); }, out);
    } else {
      std::apply([&](auto&... i) { (p.need_tokens(i.channel(), 1), ...); }, in);
    }
  }
  void describe(NeedVisitor& visitor) const {
    std::apply([&](auto&... i) { (visitor.tokens(i, 1), ...); }, in);
    if (fires()) {
      std::apply([&](auto&... o) { (visitor.slots(o), ...); }, out);
    }
  }
  void await_resume() const {}

 private:
  /// The heads are there and go on with the run. Heads that end it need no slot, so until they have
  /// been seen none is waited for.
  bool fires() const {
    return std::apply([&](auto&... i) { return (i.has() & ...) && goes_on(i.peek()...); }, in);
  }

  template <class AccountT, class Ports>
  [[gnu::always_inline]] bool loop(AccountT& account, const Ports& ports) {
    return [&]<size_t... X>(std::index_sequence<X...>) __attribute__((always_inline)) {
      return run(account, ports, std::get<X>(ports)...);
    }
    (std::make_index_sequence<kInputs>{});
  }

  /// True when the run has ended, false when it has to wait.
  template <class AccountT, class Ports, class... Input>
  [[gnu::always_inline]] bool run(AccountT& account, const Ports& ports, Input&... input) {
    for (uint64_t left = std::min({input.size()...}); left > 0; --left) {
      const std::tuple heads{input.peek()...};
      const Cycle tokens_at = std::apply(
          [&](auto... head) {
            return std::max({account.now, head.visible()...});
          },
          heads);
      if (!std::apply(goes_on, heads)) {
        if (tokens_at >= account.horizon) {
          return false;
        }
        account.look(tokens_at);
        return true;
      }
      if constexpr (sizeof...(O) == 1) {
        auto& output = std::get<kInputs>(ports);
        if (!output.room()) {
          return false;
        }
        const Cycle at = output.slot(tokens_at);
        if (at >= account.horizon) {
          return false;
        }
        account.fire(tokens_at, at);
        (input.pop(at), ...);
        output.push(std::apply([&](auto... head) { return rule(head.bare()...); }, heads), at);
      } else {
        if (tokens_at >= account.horizon) {
          return false;
        }
        account.fire(tokens_at, tokens_at);
        (input.pop(tokens_at), ...);
        std::apply([&](auto... head) { rule(tokens_at, head.bare()...); }, heads);
      }
    }
    return false;
  }
};

template <class Condition, class Rule, class... I, class... O>
auto each_while(Pop<I...> in, Push<O...> out, Condition goes_on, Rule rule) {
  return EachWhile<Condition, Rule, Pop<I...>, Push<O...>>(in, out, std::move(goes_on),
                                                           std::move(rule));
}
template <class Condition, class Rule, class... I>
auto each_while(Pop<I...> in, Condition goes_on, Rule rule) {
  return each_while(in, Push<>{}, std::move(goes_on), std::move(rule));
}

}  // namespace fiberloom
