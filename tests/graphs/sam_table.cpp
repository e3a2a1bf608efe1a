#include "graphs/sam_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graphs/applications.h"

namespace fiberloom::testing {
namespace {

constexpr const char* kHead = R"(# Cycles against SAM's simulator

Every cycle count that was recorded of SAM's own simulator (`../shared/reference/sam/cycles.json`), with ours beside it: on
`configs/sam.yaml`, which has that simulator's timing habits, and on `configs/ideal.yaml`. All results are checked against the
reference evaluator. `fiberloom_tests "[sam_table]"` writes this file; the tests of `tests/graphs` hold it to what it says.

What stands under "later" has no graph yet and names the work that brings it.

## Where they differ

| entries | cycles | token | whose fault |
|---|---|---|---|
| `mat_elemmul`, `mat_sddmm*` | +1, +2 | the values: a dropper takes them along, so they pass one block more on their way (`mat_sddmm`: two); and a stop leaves it when what follows is known | SAM's: its droppers leave the stops of dropped fibers in all deeper streams |
| `vec_elemmul_compressed` | +2 | the last: SAM's program stops counting when the coordinates are written, two cycles before the values are | SAM's test |
| `tensor3_mttkrp` | -1 | on `tiny_t4` the value 0 in cycle 70 of `sum_l`: a pair (i, j) without any k, for whose missing fiber SAM's reducer puts a sum, which takes a cycle | SAM's: its stops cannot say that a fiber never began |
| `tensor3_elemadd` | -191 | on `tiny_t4` the coordinate N in cycle 6 of `Bk`: SAM's scanner puts one for a fiber that is absent, the union passes it on (cycle 9 of `k`), and the writers store a coordinate 0; 192 on these inputs, where it stores 972 entries instead of 780 | SAM's: its result has entries that do not exist |

## All entries

| application | suite | inputs | graph | SAM | `sam.yaml` | | `ideal.yaml` | |
|---|---|---|---|--:|--:|--:|--:|--:|
)";

std::string difference(uint64_t ours, uint64_t sam) {
  const auto apart = static_cast<int64_t>(ours) - static_cast<int64_t>(sam);
  return apart == 0 ? "=" : fmt::format("{:+}", apart);
}

std::string row(const ComparedEntry& entry) {
  const SamEntry& sam = entry.sam;
  const std::string start =
      fmt::format("| {} | {} | {} | ", sam.application, sam.source, sam.inputs);
  if (sam.runs.empty()) {
    return start + fmt::format("later: {} | {} | | | | |\n", sam.later, sam.cycles);
  }
  std::vector<std::string> graphs;
  for (const GraphRun& run : sam.runs) {
    graphs.push_back(run.graph);
  }
  return start + fmt::format("{} | {} | {} | {} | {} | {} |\n", fmt::join(graphs, " + "),
                             sam.cycles, entry.habits, difference(entry.habits, sam.cycles),
                             entry.ideal, difference(entry.ideal, sam.cycles));
}

}  // namespace

std::vector<ComparedEntry> compare_with_sam() {
  const MachineConfig habits = load_config("sam");
  const MachineConfig ideal = load_config("ideal");
  std::vector<ComparedEntry> entries;
  for (SamEntry& sam : sam_entries()) {
    ComparedEntry entry{.sam = std::move(sam)};
    entry.habits = cycles_of(entry.sam.runs, habits);
    entry.ideal = cycles_of(entry.sam.runs, ideal);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string sam_table(const std::vector<ComparedEntry>& entries) {
  std::string text = kHead;
  for (const ComparedEntry& entry : entries) {
    text += row(entry);
  }
  return text;
}

}  // namespace fiberloom::testing
