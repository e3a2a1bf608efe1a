#include "samgraph/import/import_support.h"

#include <filesystem>
#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "einsum/parser.h"
#include "einsum/sizes.h"
#include "graphs/applications.h"
#include "samgraph/import/load_graph.h"
#include "samgraph/wiring.h"

namespace fiberloom::testing {

namespace {

/// Variables that index one mode of a tensor have one size.
void choose_sizes(const Program& program, uint64_t seed, WorkloadOptions& options) {
  std::vector<SizeOption> chosen;
  for (const std::string& variable : variables(program.front())) {
    if (!index_sizes(program, {}, chosen).contains(variable)) {
      chosen.push_back({.name = variable, .sizes = {2 + (7 * seed + 3 * chosen.size()) % 5}});
      options.dimensions.push_back(fmt::format("{}:{}", variable, chosen.back().sizes.front()));
    }
  }
}

}  // namespace

ImportedRun run_on_random_data(const Graph& graph, const std::string& expression) {
  const Program program = parse_program(expression);
  ImportedRun result;
  uint64_t seed = 1;
  for (const char* density : {"0.5", "0.25", "0.7", "1", "0", "0.1"}) {
    ++seed;
    WorkloadOptions options;
    choose_sizes(program, seed, options);
    for (const TensorUse& use : tensors(program)) {
      if (use.is_input) {
        options.recipes.push_back(fmt::format("{}:uniform,density={},values=1..5,seed={}", use.name,
                                              density, 10 * seed + options.recipes.size()));
      }
    }
    const CheckedRun run = checked_run(Simulation(graph, options, expression), MachineConfig{});
    ++result.runs;
    if (!run.fault.empty()) {
      ++result.wrong;
      result.first = result.first.empty() ? run.fault : result.first;
    }
  }
  return result;
}

std::string refusal_of(const std::string& path) {
  try {
    check(fiberloom::load_graph(path));
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::bad_input);
    return fmt::format("{}:{}: {} {}",
                       std::filesystem::path(error.where().file).filename().string(),
                       error.where().line, error.message(), error.hint());
  }
  return {};
}

}  // namespace fiberloom::testing
