#pragma once

#include <string>
#include <vector>

#include "graphs/sam_reference.h"

namespace fiberloom::testing {

/// An entry of SAM's with our cycles beside it.
struct ComparedEntry {
  SamEntry sam;
  uint64_t habits = 0;  ///< cycles on configs/sam.yaml
  uint64_t ideal = 0;   ///< cycles on configs/ideal.yaml
};

/// Runs every entry that has a graph. Throws where a result is not right.
std::vector<ComparedEntry> compare_with_sam();

/// graphs/sam_cycles.md.
std::string sam_table(const std::vector<ComparedEntry>& entries);

}  // namespace fiberloom::testing
