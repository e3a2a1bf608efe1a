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
  static constexpr bool kPuts = sizeof...(O) == 1;

  Process* process;
  std::tuple<I&...> in;
  std::tuple<O&...> out;
  Condition goes_on;
  Rule rule;
  bool lanes;

  EachWhile(Pop<I...> i, Push<O...> o, Condition c, Rule r)
      : process(&std::get<0>(i.ports).process()),
        in(i.ports),
        out(o.ports),
        goes_on(std::move(c)),
        rule(std::move(r)),
        lanes(std::apply([](auto&... p) { return (InLane::fits(p) && ...); }, in) &&
              std::apply([](auto&... p) { return (true && ... && OutLane::fits(p)); }, out)) {}

  [[gnu::noinline]] bool attempt() {
    return lanes ? attempt_in_lanes(std::index_sequence_for<I...>{}) : attempt_in_ports();
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
    return std::apply(
        [&](auto&... i) { return (i.has() & ...) && goes_on(i.peek()...); }, in);
  }

  template <size_t... X>
  bool attempt_in_lanes(std::index_sequence<X...>) {
    std::tuple<std::conditional_t<true, InLane, I>...> lane_in(InLane(std::get<X>(in))...);
    if constexpr (kPuts) {
      OutLane lane_out(std::get<0>(out));
      const bool ended = loop(lane_out, std::get<X>(lane_in)...);
      lane_out.commit();
      (std::get<X>(lane_in).commit(), ...);
      return ended;
    } else {
      const bool ended = loop(nullptr, std::get<X>(lane_in)...);
      (std::get<X>(lane_in).commit(), ...);
      return ended;
    }
  }
  bool attempt_in_ports() {
    return std::apply(
        [&](auto&... i) {
          if constexpr (kPuts) {
            return loop(std::get<0>(out), i...);
          } else {
            return loop(nullptr, i...);
          }
        },
        in);
  }

  /// True when the run has ended, false when it has to wait.
  template <class Output, class... Input>
  bool loop(Output&& output, Input&... input) {
    Account account(*process);
    bool ended = false;
    while ((input.has() & ...)) {
      const std::tuple heads{input.peek()...};
      const Cycle tokens_at = std::apply(
          [&](auto... head) { return std::max({account.now, head.visible()...}); }, heads);
      if (tokens_at >= account.horizon) {
        break;
      }
      if (!std::apply(goes_on, heads)) {
        account.look(tokens_at);
        ended = true;
        break;
      }
      Cycle at = tokens_at;
      if constexpr (kPuts) {
        if (!output.room()) {
          break;
        }
        at = output.slot(tokens_at);
        if (at >= account.horizon) {
          break;
        }
      }
      account.fire(tokens_at, at);
      (input.pop(at), ...);
      if constexpr (kPuts) {
        output.push(std::apply([&](auto... head) { return rule(head.bare()...); }, heads), at);
      } else {
        std::apply([&](auto... head) { rule(at, head.bare()...); }, heads);
      }
    }
    account.commit();
    return ended;
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
