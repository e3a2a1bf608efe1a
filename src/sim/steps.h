#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

#include "sim/firing.h"
#include "sim/lane.h"

namespace fiberloom {

/// What became of a step.
enum class Step : uint8_t {
  fired,    ///< something happened: try the next one
  blocked,  ///< nothing is possible now
  done,     ///< D has passed
};

/// A block whose behaviour is one function that is called until nothing more is possible: for the
/// hottest blocks, where a coroutine's suspension points between firings would cost too much.
///
///   template <class Account, class... Ports> Step step(Account&, Ports&...);  // one firing, if
///   possible template <class Visitor> void show_needs(Visitor&) const;                 // what the
///   next one needs
///
/// The ports come in the order in which they are given to steps(), inputs first.
template <class Rule, class In_, class Out_>
struct Steps;
template <class Rule, class... I, class... O>
struct Steps<Rule, Pop<I...>, Push<O...>> : Awaitable<Steps<Rule, Pop<I...>, Push<O...>>> {
  Process* process;
  Rule* rule;
  std::tuple<I&...> in;
  std::tuple<O&...> out;

  Steps(Rule& r, Pop<I...> i, Push<O...> o)
      : process(&std::get<0>(i.ports).process()), rule(&r), in(i.ports), out(o.ports) {}

  [[gnu::noinline]] bool attempt() {
    return with_lanes(
        *process, in, out, [this](auto& account, auto&... ports) __attribute__((always_inline)) {
          Step step = Step::fired;
          while (step == Step::fired) {
            step = rule->step(account, ports...);
          }
          return step == Step::done;
        });
  }
  void enlist(Process& p) const {
    struct Enlist {
      Process& process;
      void tokens(const In& port, uint64_t count) { process.need_tokens(port.channel(), count); }
      void slots(const Out& port) { enlist_slots(process, port); }
    } visitor{p};
    rule->show_needs(visitor);
  }
  void describe(NeedVisitor& visitor) const { rule->show_needs(visitor); }
  void await_resume() const {}
};

template <class Rule, class... I, class... O>
Steps<Rule, Pop<I...>, Push<O...>> steps(Rule& rule, Pop<I...> in, Push<O...> out) {
  return {rule, in, out};
}

}  // namespace fiberloom
