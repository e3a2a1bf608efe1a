#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "base/text_file.h"
#include "graphs/applications.h"
#include "graphs/sam_reference.h"
#include "lower/sam_kernels.h"
#include "support/program.h"

namespace fiberloom::test {
namespace {

using testing::GraphRun;
using testing::SamEntry;

constexpr const char* kTable = "tests/lower/compiled_cycles.md";

constexpr const char* kHead = R"(# Cycles of compiled graphs

What the compiler makes of SAM's kernels, in the formats and loop orders of SAM's own graphs, beside the cycles that SAM's
simulator took (`../shared/reference/sam/cycles.json`) and those of the graphs written by hand in `graphs/`, all on
`configs/sam.yaml`, which has that simulator's timing habits. All results are checked against the reference evaluator.
`fiberloom_tests "[compiled_table]"` writes this file, a test holds it to what it says.

## Where they differ

All differences but one are a few cycles of latency, whatever the inputs.

| entries | cycles | why |
|---|---|---|
| `matmul_ijk`, `_jik`, `_ikj`, `_jki`, `mat_vecmul_ij`, `tensor3_ttv`, `_ttm` | +1 to +4 | SAM's graphs and those by hand keep a coordinate whose fiber meets nothing, with a zero or an empty fiber; the compiler drops it, and coordinates and values pass one or two droppers more on their way |
| `mat_mattransmul` | -1, -2 | what the product needs is repeated over C's coordinates beside the union, not behind it |
| `mat_elemmul`, `mat_sddmm*`, `vec_elemmul_compressed`, `tensor3_*` to SAM | | as in `graphs/sam_cycles.md` |
| `vec_elemmul_uncompressed` | +2 | two dense scans are intersected; SAM's and that by hand let them run in step |
| `mat_sddmm` to by hand | -1, -2 | one dropper of coordinates fewer |
| `mat_sddmm_locate*`, `mat_sddmm_K256` | -1 | the loop of k scans one dense operand and looks the other up; SAM scans and intersects both |

## All entries

| application | suite | inputs | SAM | by hand | compiled | to SAM | to by hand |
|---|---|---|--:|--:|--:|--:|--:|
)";

struct Compared {
  std::string application;
  std::string suite;
  std::string inputs;
  uint64_t sam = 0;
  std::optional<uint64_t> by_hand{};
  uint64_t compiled = 0;
};

/// The runs of an application that looks dense operands up, which no graph written by hand does.
std::vector<GraphRun> located_runs(const SamEntry& entry) {
  const size_t k = entry.application.find("_K");
  return testing::runs_of("mat_sddmm_coiter_fused" + entry.application.substr(k), entry.inputs);
}

uint64_t compiled_cycles(const std::vector<GraphRun>& runs, bool locate,
                         const MachineConfig& config) {
  uint64_t cycles = 0;
  for (const GraphRun& run : runs) {
    SamKernel kernel = kernel_of_graph(run.graph);
    kernel.scan_dense = kernel.scan_dense && !locate;
    const Simulation simulation(compile_kernel(kernel).stages.front().graph, run.workload, "");
    const testing::CheckedRun done = testing::checked_run(simulation, config);
    if (!done.fault.empty()) {
      throw std::runtime_error(run.graph + ": " + done.fault);
    }
    cycles += done.statistics.cycles;
  }
  return cycles;
}

/// Every recorded run of a kernel that the compiler is asked for.
std::vector<Compared> compare_all() {
  const MachineConfig config = testing::load_config("sam");
  std::vector<Compared> all;
  for (const SamEntry& entry : testing::sam_entries()) {
    const bool locate = entry.later == "locate";
    if (entry.runs.empty() && !locate) {
      continue;
    }
    Compared made{.application = entry.application,
                  .suite = entry.source,
                  .inputs = entry.inputs,
                  .sam = entry.cycles};
    if (!locate) {
      made.by_hand = testing::cycles_of(entry.runs, config);
    }
    made.compiled = compiled_cycles(locate ? located_runs(entry) : entry.runs, locate, config);
    all.push_back(std::move(made));
  }
  return all;
}

std::string difference(uint64_t ours, uint64_t theirs) {
  const auto apart = static_cast<int64_t>(ours) - static_cast<int64_t>(theirs);
  return apart == 0 ? "=" : fmt::format("{:+}", apart);
}

std::string table(const std::vector<Compared>& all) {
  std::string text = kHead;
  for (const Compared& made : all) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", made.application, made.suite,
                        made.inputs, made.sam, made.by_hand ? std::to_string(*made.by_hand) : "",
                        made.compiled, difference(made.compiled, made.sam),
                        made.by_hand ? difference(made.compiled, *made.by_hand) : "");
  }
  return text;
}

/// By at most 2 %, or the few cycles that droppers add to the latency.
bool no_slower(uint64_t ours, uint64_t theirs) {
  constexpr uint64_t kLatency = 4;
  return ours <= theirs + std::max(theirs / 50, kLatency);
}

}  // namespace

TEST_CASE("compiled graphs are as fast as SAM's and those written by hand", "[lower][cycles]") {
  if (!testing::has_sam_reference()) {
    return;
  }
  const std::vector<Compared> all = compare_all();
  CHECK(all.size() > 100);
  for (const Compared& made : all) {
    INFO(made.application << " on " << made.inputs);
    CHECK(no_slower(made.compiled, made.sam));
    CHECK((!made.by_hand || no_slower(made.compiled, *made.by_hand)));
  }
  CHECK(read_text_file(source_path(kTable)) == table(all));
}

TEST_CASE("write tests/lower/compiled_cycles.md", "[.compiled_table]") {
  if (testing::has_sam_reference()) {
    write_text_file(source_path(kTable), table(compare_all()));
  }
}

}  // namespace fiberloom::test
