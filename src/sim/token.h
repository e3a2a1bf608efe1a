#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace fiberloom {

using Cycle = uint64_t;
inline constexpr Cycle kNever = ~Cycle{0} >> 2;  ///< later than every cycle; a stamp holds 62 bits

/// What a token is. `empty` (written N) says: no operand here, as on a union's absent side.
enum class TokenKind : uint64_t { data = 0, stop = 1, done = 2, empty = 3 };
inline constexpr size_t kTokenKinds = 4;

/// One token of a SAM stream. The payload of data is a coordinate, a reference, the bits of a value
/// in its component type or nothing (a repeat signal). The payload of a stop `Sn^e` is n and e:
/// n+1 fibers end here, of which the e innermost never began.
///
/// The stamp holds the kind in its two highest bits and, in a channel, the first cycle in which
/// the consumer can see the token below them.
struct Token {
  uint64_t payload;
  uint64_t stamp;

  TokenKind kind() const { return static_cast<TokenKind>(stamp >> kKindShift); }
  bool is_data() const { return stamp < uint64_t{1} << kKindShift; }
  bool is_stop() const { return kind() == TokenKind::stop; }
  bool is_done() const { return kind() == TokenKind::done; }
  bool is_empty() const { return kind() == TokenKind::empty; }
  /// A data token or N: something that stands for a point.
  bool is_point() const { return is_data() || is_empty(); }

  Cycle visible() const { return stamp & kVisibleMask; }
  /// The token without its arrival, as it was pushed.
  Token bare() const { return {payload, stamp & ~kVisibleMask}; }

  uint32_t level() const { return static_cast<uint32_t>(payload); }         ///< n of Sn^e
  uint32_t unborn() const { return static_cast<uint32_t>(payload >> 32); }  ///< e of Sn^e

  /// The value in its component type.
  template <class T>
  T value() const {
    T result;
    std::memcpy(&result, &payload, sizeof(T));
    return result;
  }

  static constexpr int kKindShift = 62;
  static constexpr uint64_t kVisibleMask = ~(uint64_t{3} << kKindShift);
};

/// The same token, wherever and whenever it is.
inline bool same_token(Token a, Token b) { return a.payload == b.payload && a.kind() == b.kind(); }

inline Token data_token(uint64_t payload) { return {payload, 0}; }

template <class T>
Token value_token(T value) {
  uint64_t payload = 0;
  std::memcpy(&payload, &value, sizeof(T));
  return {payload, 0};
}

inline Token stop_token(uint64_t level, uint64_t unborn = 0) {
  return {level | unborn << 32, uint64_t{1} << Token::kKindShift};
}
inline Token done_token() { return {0, uint64_t{2} << Token::kKindShift}; }
inline Token empty_token() { return {0, uint64_t{3} << Token::kKindShift}; }

}  // namespace fiberloom
