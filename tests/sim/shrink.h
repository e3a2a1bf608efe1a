#pragma once

#include <functional>

#include "support/testbench.h"

namespace fiberloom::testing {

/// A smaller testbench for which `fails` still holds: blocks are left out or replaced by sources of
/// what they sent, and their timing is made plain, as long as it stays so.
Testbench shrink(Testbench bench, const std::function<bool(const Testbench&)>& fails);

}  // namespace fiberloom::testing
