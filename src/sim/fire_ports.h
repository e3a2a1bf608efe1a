#pragma once

#include <algorithm>
#include <vector>

#include "sim/firing.h"

namespace fiberloom {

/// A firing over ports that are known at run time only. As fire(), otherwise; the tokens taken
/// stand in the order of the ports.
struct FirePorts : Awaitable<FirePorts> {
  Process* process;
  std::vector<In*> in;
  std::vector<Out*> out;
  std::vector<Token> taken{};

  FirePorts(Process& p, std::vector<In*> i, std::vector<Out*> o)
      : process(&p), in(std::move(i)), out(std::move(o)) {}

  bool attempt() {
    if (!std::ranges::all_of(in, [](const In* i) { return i->has(); }) ||
        !std::ranges::all_of(out, [](const Out* o) { return o->room(); })) {
      return false;
    }
    Cycle tokens_at = process->now;
    for (const In* i : in) {
      tokens_at = std::max(tokens_at, i->peek().visible());
    }
    Cycle at = tokens_at;
    for (const Out* o : out) {
      at = o->slot(at);
    }
    if (at >= process->horizon) {
      return false;
    }
    account(*process, tokens_at, at);
    for (In* i : in) {
      taken.push_back(i->pop(at).bare());
    }
    return true;
  }
  void enlist(Process& p) const {
    for (const In* i : in) {
      p.need_tokens(i->channel(), 1);
    }
    for (const Out* o : out) {
      enlist_slots(p, *o);
    }
  }
  void describe(NeedVisitor& visitor) const {
    for (const In* i : in) {
      visitor.tokens(*i, 1);
    }
    for (const Out* o : out) {
      visitor.slots(*o);
    }
  }
  std::vector<Token> await_resume() { return std::move(taken); }
};

inline FirePorts fire_ports(Process& process, std::vector<In*> in, std::vector<Out*> out) {
  return {process, std::move(in), std::move(out)};
}

}  // namespace fiberloom
