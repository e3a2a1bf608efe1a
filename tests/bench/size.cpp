// Does the simulator scale: CPU time over a tenfold tensor, resident memory against the bytes of
// the arrays, and the time to read and pack a large file.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/yaml.h"
#include "cli/simulation.h"
#include "resident_memory.h"
#include "samgraph/graph_yaml.h"
#include "tensor/generate/generator.h"
#include "tensor/read/reader.h"
#include "tensor/tensor.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

constexpr int kRepeats = 5;
constexpr double kMega = 1e6;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// A graph over B and C, `nonzeros` in both together, in square matrices of `size`.
Simulation square(const std::string& graph, uint64_t size, uint64_t nonzeros) {
  WorkloadOptions options;
  options.recipes = {fmt::format("B:nnz,nnz={},seed=1", nonzeros / 2),
                     fmt::format("C:nnz,nnz={},seed=2", nonzeros / 2)};
  options.dimensions = {fmt::format("i:{}", size), fmt::format("j:{}", size)};
  if (graph.starts_with("matmul")) {
    options.dimensions.push_back(fmt::format("k:{}", size));
  }
  return {read_graph(YamlNode::load(FIBERLOOM_SOURCE "/graphs/" + graph + ".yaml")), options, ""};
}

uint64_t array_bytes(const Simulation& simulation, const Simulation::Outcome& outcome) {
  uint64_t bytes = 0;
  for (const auto& [name, operand] : simulation.workload().operands) {
    bytes += operand.tensor.bytes();
  }
  for (const auto& [name, result] : outcome.results) {
    bytes += result.bytes;
  }
  return bytes;
}

/// One run whose memory is sampled from the end of packing to the last D.
void report_memory(const std::string& what, const Simulation& simulation) {
  ResidentMemory memory;
  const auto start = ResidentMemory::Clock::now();
  const Simulation::Outcome outcome = simulation.run({}, {}, false);
  memory.stop();
  const auto last_done = start + std::chrono::duration_cast<ResidentMemory::Clock::duration>(
                                     std::chrono::duration<double>(outcome.wall_seconds));
  const auto peak = static_cast<double>(memory.peak(last_done)) / kMega;
  const auto arrays = static_cast<double>(array_bytes(simulation, outcome)) / kMega;
  fmt::print(
      "{}: {:.1f} M tokens, {:.0f} MB resident, {:.0f} MB in arrays: {:.2f}x, {:.0f} MB more\n",
      what, static_cast<double>(outcome.statistics.tokens) / kMega, peak, arrays, peak / arrays,
      peak - arrays);
}

double median_cpu_seconds(const std::string& what, const Simulation& simulation) {
  std::vector<double> seconds;
  for (int k = 0; k < kRepeats; ++k) {
    seconds.push_back(simulation.run({}, {}, false).cpu_seconds);
  }
  const double found = median(seconds);
  fmt::print("{}: {:.3f} s CPU, median of {}\n", what, found, kRepeats);
  return found;
}

/// The matrices grow with their nonzeros, ten in a row, so that the rows stay alike.
void linear() {
  constexpr uint64_t kSmall = 2'000'000;
  constexpr uint64_t kLarge = 20'000'000;
  constexpr uint64_t kInRow = 20;
  const Simulation large = square("mat_elemadd", kLarge / kInRow, kLarge);
  report_memory("mat_elemadd, 20 M nonzeros", large);
  const double slow = median_cpu_seconds("mat_elemadd, 20 M nonzeros", large);
  const Simulation small = square("mat_elemadd", kSmall / kInRow, kSmall);
  const double fast = median_cpu_seconds("mat_elemadd,  2 M nonzeros", small);
  fmt::print("ratio of CPU times {:.2f}\n", slow / fast);
}

void product() { report_memory("matmul_ijk", square("matmul_ijk", 820, 24'600)); }

void reading() {
  constexpr double kFileBytes = 100e6;
  constexpr uint64_t kRows = 500'000;
  const std::string path =
      (std::filesystem::temp_directory_path() / "fiberloom_size_bench.mtx").string();
  for (const auto& [values, line] :
       std::map<std::string, double>{{"1..9", 15.55}, {"uniform", 32.8}}) {
    write_tensor(path, generate(fmt::format("nnz,values={},nnz={}", values,
                                            static_cast<uint64_t>(kFileBytes / line)),
                                {kRows, kRows}));
    std::vector<double> seconds;
    uint64_t stored = 0;
    for (int k = 0; k < kRepeats; ++k) {
      const auto begin = std::chrono::steady_clock::now();
      stored = pack(read_tensor(path), parse_tensor_format("ss")).stored();
      seconds.push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    fmt::print(
        "sorted .mtx of {:.1f} MB, values {}: {:.3f} s to read and pack {:.1f} M entries, "
        "median of {}\n",
        static_cast<double>(std::filesystem::file_size(path)) / kMega, values, median(seconds),
        static_cast<double>(stored) / kMega, kRepeats);
  }
  std::filesystem::remove(path);
}

const std::map<std::string, std::function<void()>> kMeasurements = {
    {"linear", linear}, {"product", product}, {"reading", reading}};

}  // namespace
}  // namespace fiberloom

int main(int argc, char** argv) {
  const auto found = fiberloom::kMeasurements.find(argc > 1 ? argv[1] : "");
  if (found == fiberloom::kMeasurements.end()) {
    fmt::print(stderr, "size_bench linear|product|reading\n");
    return 2;
  }
  found->second();
  return 0;
}
