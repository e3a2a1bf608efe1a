#include "graphs/sam_reference.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphs/applications.h"
#include "support/program.h"

namespace fiberloom::testing {
namespace {

constexpr const char* kFolder = "../shared/reference/sam/";

/// Applications without a graph, by a part of their names, and what they wait for.
const std::vector<std::pair<std::string, std::string>> kLater = {
    {"_locate_", "locate"}, {"_K256", "locate"},           {"_skip", "skip"},
    {"_split_", "split"},   {"_bitvector_", "bit vector"}, {"_bittree_", "bit vector"}};

std::string later_work(const std::string& application) {
  const auto found = std::ranges::find_if(kLater, [&](const auto& entry) {
    return application.find(entry.first) != std::string::npos;
  });
  return found == kLater.end() ? "" : found->second;
}

/// The graphs that together do what the application does.
std::vector<std::string> graphs_of(const std::string& application) {
  if (application == "mat_sddmm_unfused") {
    return {"mat_sddmm_unfused_1", "mat_sddmm_unfused_2"};
  }
  return {application == "vec_elemmul_compressed" ? "vec_elemmul" : application};
}

std::string input_file(const nlohmann::json& index, const std::string& inputs,
                       const std::string& role) {
  const std::string folder = source_path(std::string(kFolder) + "inputs/");
  return index.contains(inputs) ? folder + index[inputs][role].get<std::string>()
                                : fmt::format("{}vec_study/{}_{}.tns", folder, inputs, role);
}

}  // namespace

bool has_sam_reference() { return !shared_path("reference/sam").empty(); }

nlohmann::json sam_json(const std::string& name) {
  nlohmann::json json;
  std::ifstream(source_path(kFolder + name)) >> json;
  return json;
}

std::vector<GraphRun> runs_of(const std::string& application_name, const std::string& inputs) {
  static const nlohmann::json index = sam_json("inputs/index.json");
  // mat_sddmm..._K10: the inner size. The generated mat_sddmm has ten too.
  const size_t k = application_name.find("_K");
  const std::string inner = k == std::string::npos ? "10" : application_name.substr(k + 2);
  std::vector<GraphRun> runs;
  for (const std::string& graph : graphs_of(application_name.substr(0, k))) {
    GraphRun run{.graph = graph, .workload = {}};
    for (const OperandRole& operand : application(graph).operands) {
      if (operand.role == "two") {
        run.workload.recipes.push_back(operand.name + ":constant,value=2");
      } else if (operand.role == "ones") {
        run.workload.recipes.push_back(operand.name + ":ones");
      } else {
        run.workload.inputs.push_back(operand.name + ":" + input_file(index, inputs, operand.role));
      }
    }
    if (graph.starts_with("mat_sddmm")) {
      const std::vector<std::string> variables = index_variables(graph);
      const auto shape = index[inputs]["shape"].get<std::vector<uint64_t>>();
      run.workload.dimensions = {fmt::format("i:{}", shape[0]), fmt::format("j:{}", shape[1])};
      if (std::ranges::find(variables, "k") != variables.end()) {
        run.workload.dimensions.push_back("k:" + inner);
      }
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<SamEntry> sam_entries() {
  std::vector<SamEntry> entries;
  for (const nlohmann::json& recorded : sam_json("cycles.json")) {
    SamEntry entry{.application = recorded["app"],
                   .source = recorded["source"],
                   .inputs = recorded["inputs"],
                   .cycles = recorded["cycles"],
                   .runs = {},
                   .later = later_work(recorded["app"])};
    if (entry.later.empty()) {
      entry.runs = runs_of(entry.application, entry.inputs);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

uint64_t cycles_of(const std::vector<GraphRun>& runs, const MachineConfig& config) {
  uint64_t cycles = 0;
  for (const GraphRun& run : runs) {
    const Simulation simulation(load_graph(run.graph), run.workload, "");
    const CheckedRun done = checked_run(simulation, config);
    if (!done.fault.empty()) {
      throw std::runtime_error(run.graph + ": " + done.fault);
    }
    cycles += done.statistics.cycles;
  }
  return cycles;
}

}  // namespace fiberloom::testing
