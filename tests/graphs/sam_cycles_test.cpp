#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include <catch2/catch.hpp>

#include "base/text_file.h"
#include "graphs/sam_table.h"
#include "support/program.h"

namespace fiberloom::testing {
namespace {

constexpr size_t kMostMisses = 8;

/// Those that must agree to the cycle.
bool must_be_equal(const SamEntry& entry) {
  return entry.application.starts_with("matmul_") || entry.application == "mat_elemadd";
}

/// Within 2 % or 12 cycles.
bool close_enough(uint64_t ours, uint64_t sam) {
  const uint64_t apart = ours < sam ? sam - ours : ours - sam;
  return apart <= std::max<uint64_t>(sam / 50, 12);
}

}  // namespace

TEST_CASE("cycles are those of SAM's simulator", "[graphs]") {
  if (!has_sam_reference()) {
    return;
  }
  const std::vector<ComparedEntry> entries = compare_with_sam();
  CHECK(entries.size() == 155);
  std::set<std::string> orders;
  std::vector<std::string> misses;
  for (const ComparedEntry& entry : entries) {
    CAPTURE(entry.sam.application, entry.sam.inputs);
    CHECK(entry.sam.runs.empty() != entry.sam.later.empty());
    if (entry.sam.runs.empty()) {
      continue;
    }
    if (must_be_equal(entry.sam)) {
      CHECK(entry.habits == entry.sam.cycles);
      orders.insert(entry.sam.application);
    } else if (!close_enough(entry.habits, entry.sam.cycles)) {
      misses.push_back(entry.sam.application + ' ' + entry.sam.inputs);
    }
    CHECK(entry.ideal <= entry.habits + 1);
  }
  CHECK(orders.size() == 7);
  CHECK(misses.size() <= kMostMisses);
  CHECK(misses == std::vector<std::string>{"tensor3_elemadd t20_d0.05"});
  CHECK(read_text_file(source_path("graphs/sam_cycles.md")) == sam_table(entries));
}

TEST_CASE("write graphs/sam_cycles.md", "[.sam_table]") {
  if (has_sam_reference()) {
    write_text_file(source_path("graphs/sam_cycles.md"), sam_table(compare_with_sam()));
  }
}

}  // namespace fiberloom::testing
