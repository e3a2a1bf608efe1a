#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/testbench.h"

namespace fiberloom::testing {

/// A hand-checked graph with every stream on a small input, written for the prototype of the
/// lowering rules in a dialect of its own (head of lowering.md), in our words.
struct Golden {
  std::string name;
  std::string waits_for;  ///< a block type that is not built yet; empty: none
  Testbench bench;
  std::map<std::string, std::string> streams;  ///< tokens by BLOCK.PORT
  std::string result;                          ///< its name
  std::vector<std::vector<double>> stored;     ///< coordinates and value, in storage order
};

/// Reads one file. With `tapped` every stream also goes into a test sink "tap_BLOCK_PORT".
Golden read_golden(const std::string& file, bool tapped);

}  // namespace fiberloom::testing
