#pragma once

#include <algorithm>
#include <coroutine>
#include <tuple>
#include <type_traits>
#include <utility>

#include "sim/port.h"

namespace fiberloom {

// The awaitables in which blocks are written. In both engines `co_await` goes on in the first cycle
// in which what it asks for holds; the engines differ only in how they find that cycle.

/// What all awaitables have in common: they are tried, and if that fails, suspended on.
template <class Self>
struct Awaitable {
  bool await_ready() { return self().attempt(); }
  void await_suspend(std::coroutine_handle<>) { self().process->suspend(&self()); }

  // By default the needs that describe() lists are enlisted; hot awaitables do it without calls.
  void enlist(Process& process) const {
    struct Enlist final : NeedVisitor {
      explicit Enlist(Process& p) : process(p) {}
      void tokens(const In& in, uint64_t count) override {
        process.need_tokens(in.channel(), count);
      }
      void any_token(const In& in) override { process.need_tokens(in.channel(), 1); }
      void slots(const Out& out) override {
        for (Channel* channel : out.branches()) {
          process.need_slot(*channel);
        }
      }
      Process& process;
    } visitor(process);
    static_cast<const Self*>(this)->describe(visitor);
  }

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

inline void enlist_slots(Process& process, const Out& out) {
  for (Channel* channel : out.branches()) {
    process.need_slot(*channel);
  }
}

template <class... I>
struct Pop {
  std::tuple<I&...> ports;
};
template <class... O>
struct Push {
  std::tuple<O&...> ports;
};
/// The tokens that a firing takes.
template <class... I>
Pop<I...> pop(I&... in) {
  return {{in...}};
}
/// The ports that a firing puts a token on, each exactly one, by `port << token` right after.
template <class... O>
Push<O...> push(O&... out) {
  return {{out...}};
}

/// One token as itself, several as a tuple.
template <class Tuple>
auto unwrap(Tuple&& tuple) {
  if constexpr (std::tuple_size_v<std::decay_t<Tuple>> == 1) {
    return std::get<0>(tuple);
  } else {
    return tuple;
  }
}

template <class>
using TokenOf = Token;

/// Enters a firing in the cycle `at` into the accounts of `process`.
inline void account(Process& process, Cycle tokens_at, Cycle at) {
  if (process.observer != nullptr) [[unlikely]] {
    process.observer->went(process, process.now, tokens_at, at, at + process.interval);
  }
  process.stalled_in += tokens_at - process.now;
  process.stalled_out += at - tokens_at;
  process.at = at;
  process.now = at + process.interval;
  ++process.firings;
}

/// Enters that `process` waited for something that became visible at `seen`.
inline void look(Process& process, Cycle seen) {
  if (process.observer != nullptr) [[unlikely]] {
    process.observer->went(process, process.now, seen, seen, seen);
  }
  process.stalled_in += seen - process.now;
  process.now = seen;
}

/// A firing: all pops and pushes happen in the first cycle in which every token is visible and
/// every branch written has a slot; the next firing comes an initiation interval later.
template <class In_, class Out_>
struct Fire;
template <class... I, class... O>
struct Fire<Pop<I...>, Push<O...>> : Awaitable<Fire<Pop<I...>, Push<O...>>> {
  Process* process;
  std::tuple<I&...> in;
  std::tuple<O&...> out;
  std::tuple<TokenOf<I>...> taken{};

  Fire(Process* p, Pop<I...> i, Push<O...> o) : process(p), in(i.ports), out(o.ports) {}

  // Out of line on purpose: inlined into a coroutine, every local lives in the frame, and g++ 12
  // makes code that is 1.5 times slower.
  [[gnu::noinline]] bool attempt() {
    const bool ready = std::apply([](auto&... i) { return (true & ... & i.has()); }, in) &
                       std::apply([](auto&... o) { return (true & ... & o.room()); }, out);
    if (!ready) {
      return false;
    }
    Cycle tokens_at = process->now;
    std::apply([&](auto&... i) { ((tokens_at = std::max(tokens_at, i.peek().visible())), ...); },
               in);
    Cycle at = tokens_at;
    std::apply([&](auto&... o) { ((at = o.slot(at)), ...); }, out);
    if (at >= process->horizon) {
      return false;
    }
    account(*process, tokens_at, at);
    if constexpr (sizeof...(I) > 0) {
      taken = std::apply([&](auto&... i) { return std::tuple{i.pop(at).bare()...}; }, in);
    }
    return true;
  }
  void enlist(Process& p) const {
    std::apply([&](auto&... i) { (p.need_tokens(i.channel(), 1), ...); }, in);
    std::apply([&](auto&... o) { (enlist_slots(p, o), ...); }, out);
  }
  void describe(NeedVisitor& visitor) const {
    std::apply([&](auto&... i) { (visitor.tokens(i, 1), ...); }, in);
    std::apply([&](auto&... o) { (visitor.slots(o), ...); }, out);
  }
  auto await_resume() const {
    if constexpr (sizeof...(I) > 0) {
      return unwrap(taken);
    }
  }
};

template <class... I, class... O>
Fire<Pop<I...>, Push<O...>> fire(Pop<I...> in, Push<O...> out) {
  Process* process;
  if constexpr (sizeof...(I) > 0) {
    process = &std::get<0>(in.ports).process();
  } else {
    process = &std::get<0>(out.ports).process();
  }
  return {process, in, out};
}
template <class... I>
auto fire(Pop<I...> in) {
  return fire(in, Push<>{});
}
template <class... O>
auto fire(Push<O...> out) {
  return fire(Pop<>{}, out);
}

/// Waits until the tokens `ahead` places behind the heads are visible, and shows them.
template <class... I>
struct Peek : Awaitable<Peek<I...>> {
  Process* process;
  std::tuple<I&...> in;
  uint64_t ahead;

  Peek(uint64_t k, I&... ports)
      : process(&std::get<0>(std::tie(ports...)).process()), in(ports...), ahead(k) {}

  bool attempt() {
    if (!std::apply([&](auto&... i) { return (true & ... & i.has(ahead + 1)); }, in)) {
      return false;
    }
    Cycle seen = process->now;
    std::apply([&](auto&... i) { ((seen = std::max(seen, i.peek(ahead).visible())), ...); }, in);
    if (seen >= process->horizon) {
      return false;
    }
    look(*process, seen);
    return true;
  }
  void enlist(Process& p) const {
    std::apply([&](auto&... i) { (p.need_tokens(i.channel(), ahead + 1), ...); }, in);
  }
  void describe(NeedVisitor& visitor) const {
    std::apply([&](auto&... i) { (visitor.tokens(i, ahead + 1), ...); }, in);
  }
  auto await_resume() const {
    return unwrap(std::apply([&](auto&... i) { return std::tuple{i.peek(ahead).bare()...}; }, in));
  }
};
template <class... I>
Peek<I...> peek(I&... in) {
  return {0, in...};
}
/// As peek, for the tokens after the heads.
template <class... I>
Peek<I...> peek_next(I&... in) {
  return {1, in...};
}

/// An operand popped into a register of the block ahead of the firing that uses it: it costs no
/// cycle and may share the next firing's cycle. Without it depth 1 deadlocks on ordinary graphs.
struct Take : Peek<In> {
  using Peek::Peek;
  Token await_resume() {
    process->at = process->now;
    return std::get<0>(in).pop(process->now).bare();
  }
};
inline Take take(In& in) { return {0, in}; }

/// A token put ahead of the firing that it belongs to: waits for a slot, costs no cycle and may
/// share the next firing's cycle.
struct Put : Awaitable<Put> {
  Process* process;
  Out& out;
  explicit Put(Out& o) : process(&o.process()), out(o) {}
  bool attempt() {
    if (!out.room()) {
      return false;
    }
    const Cycle at = out.slot(process->now);
    if (at >= process->horizon) {
      return false;
    }
    if (process->observer != nullptr) {
      process->observer->went(*process, process->now, process->now, at, at);
    }
    process->stalled_out += at - process->now;
    process->at = at;
    process->now = at;
    return true;
  }
  void enlist(Process& p) const { enlist_slots(p, out); }
  void describe(NeedVisitor& visitor) const { visitor.slots(out); }
  void await_resume() const {}
};
inline Put put(Out& out) { return Put(out); }

/// Keeps the process busy for a number of cycles without a firing.
struct Delay : Awaitable<Delay> {
  Process* process;
  Cycle cycles;
  Delay(Process& p, Cycle c) : process(&p), cycles(c) {}
  bool attempt() {
    if (process->observer != nullptr) {
      process->observer->went(*process, process->now, process->now, process->now,
                              process->now + cycles);
    }
    process->now += cycles;
    process->extra_busy += cycles;
    return true;
  }
  void describe(NeedVisitor&) const {}
  void await_resume() const {}
};
inline Delay delay(Process& process, Cycle cycles) { return {process, cycles}; }

}  // namespace fiberloom
