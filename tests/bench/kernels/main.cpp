// Our generated kernels beside hand-written loops, Eigen and SuiteSparse:GraphBLAS, in one run.

#include <cmath>
#include <cstdio>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>

#include "base/diagnostic.h"
#include "cases.h"
#include "kernel/bandwidth.h"
#include "kernel/roofline.h"
#include "ours.h"

namespace fiberloom::bench {
namespace {

constexpr double kLeastRatio = 0.8;
/// Only SpMV, against the memory's bandwidth, is run on it.
constexpr const char* kStreamInput = "banded_8M";

/// Billions of products: a minute a run.
bool too_long(const Case& c, const Input& input) {
  return c.name == "SpMSpM" && input.name == "rmat_1M";
}

struct Options {
  std::vector<std::string> kernels;
  std::vector<std::string> inputs;
  std::vector<int> threads{1, 2};
  int repeats = 15;
  int rounds = 3;
  bool stream = false;
  std::optional<std::string> flags;
};

bool chosen(const std::vector<std::string>& wanted, const std::string& name) {
  return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
}

struct Cell {
  std::string kernel;
  std::string input;
  int threads;
  std::vector<std::string> names;
  Outcome outcome;
};

std::string microseconds(double seconds) { return fmt::format("{:.1f}", seconds * 1e6); }

void print_row(const Cell& cell) {
  const Outcome& o = cell.outcome;
  std::string columns;
  for (const char* name : {"fiberloom", "loops", "Eigen", "GraphBLAS"}) {
    const auto at = std::ranges::find(cell.names, name);
    const size_t e = static_cast<size_t>(at - cell.names.begin());
    columns += at == cell.names.end() ? " - |" : fmt::format(" {} |", microseconds(o.seconds[e]));
  }
  std::string rounds;
  for (const double ratio : o.round_ratios) {
    rounds += fmt::format(" {:.2f}", ratio);
  }
  fmt::print("| {} | {} | {} |{} {:.2f}{} |{} |\n", cell.kernel, cell.input, cell.threads, columns,
             o.ratio(), o.ratio() < kLeastRatio ? " **miss**" : "", rounds);
  for (size_t e = 0; e < cell.names.size(); ++e) {
    if (!o.wrong[e].empty()) {
      fmt::print("{} differs: {}\n", cell.names[e], o.wrong[e]);
    }
  }
  std::fflush(stdout);
}

class Benchmark {
 public:
  explicit Benchmark(Options options)
      : options_(std::move(options)), compiler_({.program = {}, .flags = options_.flags}) {}

  bool run() {
    if (options_.stream) {
      stream();
      return true;
    }
    fmt::print(
        "| kernel | input | threads | fiberloom us | loops | Eigen | GraphBLAS | best other / "
        "fiberloom | by round |\n|---|---|---|---|---|---|---|---|---|\n");
    for (const int threads : options_.threads) {
      for (const Case& c : cases()) {
        for (const Input& input : c.on_matrices ? matrices() : tensors3()) {
          if (chosen(options_.kernels, c.name) && chosen(options_.inputs, input.name) &&
              input.name != kStreamInput && !too_long(c, input)) {
            contest(c, input, threads);
          }
        }
      }
    }
    summary();
    return right_;
  }

 private:
  void contest(const Case& c, const Input& input, int threads) {
    const std::optional<CoordinateList> list = load(input);
    if (!list) {
      fmt::print("skipped {}: {} is not there\n", input.name, input.file);
      return;
    }
    const std::vector<Entrant> entrants = c.entrants(compiler_, *list, threads);
    Cell cell{
        .kernel = c.name, .input = input.name, .threads = threads, .names = {}, .outcome = {}};
    for (const Entrant& e : entrants) {
      cell.names.push_back(e.name);
    }
    cell.outcome = hold_contest(
        entrants, {.threads = threads, .repeats = options_.repeats, .rounds = options_.rounds});
    for (const std::string& wrong : cell.outcome.wrong) {
      right_ = right_ && wrong.empty();
    }
    print_row(cell);
    cells_.push_back(std::move(cell));
  }

  void summary() const {
    fmt::print(
        "\n| kernel | threads | cells | geometric mean | least | under 0.8 |\n"
        "|---|---|---|---|---|---|\n");
    for (const int threads : options_.threads) {
      for (const Case& c : cases()) {
        double logs = 0;
        double least = INFINITY;
        int count = 0;
        std::vector<std::string> misses;
        for (const Cell& cell : cells_) {
          if (cell.kernel != c.name || cell.threads != threads) {
            continue;
          }
          const double ratio = cell.outcome.ratio();
          logs += std::log(ratio);
          least = std::min(least, ratio);
          ++count;
          if (ratio < kLeastRatio) {
            misses.push_back(cell.input);
          }
        }
        if (count > 0) {
          fmt::print("| {} | {} | {} | {:.2f} | {:.2f} | {} |\n", c.name, threads, count,
                     std::exp(logs / count), least, fmt::join(misses, ", "));
        }
      }
    }
  }

  /// SpMV of the largest matrix as a share of the bandwidth that the memory has in the same run.
  void stream() {
    const auto input = std::ranges::find(matrices(), kStreamInput, &Input::name);
    const Tensor a = pack(*load(*input), parse_tensor_format("ds"));
    const Tensor x = dense_tensor({a.shape()[1]}, 1);
    for (const int threads : options_.threads) {
      const auto kernel = std::make_shared<OurKernel>(
          compiler_, "y(i)=A(i,j)*x(j)", std::vector<std::string>{"y:d", "A:ds", "x:d"},
          std::map<std::string, const Tensor*>{{"A", &a}, {"x", &x}}, threads);
      Entrant mine = entrant(kernel);
      const Outcome outcome = hold_contest(
          {mine, mine},
          {.threads = threads, .repeats = options_.repeats, .rounds = options_.rounds});
      const Roofline roofline{.operations = 2 * a.stored(),
                              .bytes = kernel->bytes(),
                              .seconds = outcome.seconds.front(),
                              .bandwidth = BandwidthMeter(compiler_).measure(threads),
                              .threads = threads};
      fmt::print("SpMV {} ({} nonzeros, {} threads): {}\n", input->name, a.stored(), threads,
                 roofline.to_text());
    }
  }

  Options options_;
  KernelCompiler compiler_;
  std::vector<Cell> cells_;
  bool right_ = true;
};

int run(int argc, char** argv) {
  Options options;
  CLI::App app("kernels against hand-written loops, Eigen and GraphBLAS");
  app.add_option("--kernels", options.kernels, "SpMV, SpMM, ...; all without");
  app.add_option("--inputs", options.inputs, "names of inputs; all without");
  app.add_option("--threads", options.threads, "by default 1 2");
  app.add_option("--repeats", options.repeats, "runs of which the fastest counts");
  app.add_option("--rounds", options.rounds);
  app.add_flag("--stream", options.stream, "SpMV of 8 M nonzeros as a share of the bandwidth");
  app.add_option("--cflags", options.flags, "flags of our kernels in place of the usual ones");
  CLI11_PARSE(app, argc, argv);
  // Freed memory stays with the process: else its page faults fall on whoever allocates next.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  return Benchmark(options).run() ? 0 : 1;
}

}  // namespace
}  // namespace fiberloom::bench

int main(int argc, char** argv) {
  try {
    return fiberloom::bench::run(argc, argv);
  } catch (const fiberloom::Error& error) {
    std::fprintf(stderr, "%s\n", error.message().c_str());
    return 2;
  }
}
