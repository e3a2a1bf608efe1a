#include "lower/kernel/presence.h"

#include <fmt/format.h>

namespace fiberloom {

std::string Presence::text() const {
  return kind_ == Kind::never ? "0" : kind_ == Kind::always ? "1" : condition_;
}

Presence Presence::operator&&(const Presence& other) const {
  if (is_never() || other.is_never()) {
    return never();
  }
  if (is_always() || other.text() == text()) {
    return other;
  }
  return other.is_always() ? *this : when(fmt::format("({} && {})", condition_, other.condition_));
}

Presence Presence::operator||(const Presence& other) const {
  if (is_always() || other.is_always()) {
    return always();
  }
  if (is_never() || other.text() == text()) {
    return other;
  }
  return other.is_never() ? *this : when(fmt::format("({} || {})", condition_, other.condition_));
}

}  // namespace fiberloom
