#pragma once

#include <string>

#include "sim/block.h"
#include "sim/token_text.h"

namespace fiberloom {

/// Throws Error (bad_input) where streams that meet in a block do not fit together. Only a wrong
/// graph, or a source's file, can bring that about.
[[noreturn]] void throw_stream_fault(const Block& block, const In& a, Token at_a, const In& b,
                                     Token at_b);

inline void expect(const Block& block, bool fits, const In& a, Token at_a, const In& b,
                   Token at_b) {
  if (!fits) [[unlikely]] {
    throw_stream_fault(block, a, at_a, b, at_b);
  }
}

}  // namespace fiberloom
