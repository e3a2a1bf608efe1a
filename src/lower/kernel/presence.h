#pragma once

#include <string>

namespace fiberloom {

/// Whether something is there, as far as it is known when a kernel is written: never, always, or
/// where a condition of the kernel's text holds. What streams say by `N`, kernels say by this.
class Presence {
 public:
  static Presence never() { return Presence(Kind::never, {}); }
  static Presence always() { return Presence(Kind::always, {}); }
  static Presence when(std::string condition) { return {Kind::tested, std::move(condition)}; }

  bool is_never() const { return kind_ == Kind::never; }
  bool is_always() const { return kind_ == Kind::always; }
  bool is_tested() const { return kind_ == Kind::tested; }
  /// As a condition in C; binds as tightly as a name.
  std::string text() const;

  Presence operator&&(const Presence& other) const;
  Presence operator||(const Presence& other) const;

 private:
  enum class Kind { never, always, tested };
  Presence(Kind kind, std::string condition) : kind_(kind), condition_(std::move(condition)) {}

  Kind kind_;
  std::string condition_;
};

}  // namespace fiberloom
