#include "graphs/applications.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/yaml.h"
#include "einsum/parser.h"
#include "samgraph/graph_yaml.h"
#include "support/program.h"

namespace fiberloom::testing {

const std::vector<Application>& applications() {
  static const std::vector<Application> all = {
      {"mat_elemadd", {{"B", "B"}, {"C", "Bshift"}}},
      {"mat_elemadd3", {{"B", "B"}, {"C", "Bshift"}, {"D", "Bshift2"}}},
      {"mat_elemmul", {{"B", "B"}, {"C", "Bshift"}}},
      {"mat_identity", {{"B", "B"}}},
      {"mat_mattransmul", {{"b", "two"}, {"C", "B"}, {"d", "vrow"}, {"e", "two"}, {"f", "vcol"}}},
      {"mat_residual", {{"b", "vrow"}, {"C", "B"}, {"d", "vcol"}}},
      {"mat_sddmm", {{"B", "B"}, {"C", "ones"}, {"D", "ones"}}},
      {"mat_sddmm_coiter_fused", {{"B", "B"}, {"C", "ones"}, {"D", "ones"}}},
      {"mat_sddmm_unfused_1", {{"C", "ones"}, {"D", "ones"}}},
      {"mat_sddmm_unfused_2", {{"B", "B"}, {"T", "ones"}}},
      {"mat_vecmul", {{"B", "B"}, {"c", "vcol"}}},
      {"mat_vecmul_ij", {{"B", "B"}, {"c", "vcol"}}},
      {"matmul_ijk", {{"B", "B"}, {"C", "C"}}},
      {"matmul_ikj", {{"B", "B"}, {"C", "C"}}},
      {"matmul_jik", {{"B", "B"}, {"C", "C"}}},
      {"matmul_jki", {{"B", "B"}, {"C", "C"}}},
      {"matmul_kij", {{"B", "B"}, {"C", "C"}}},
      {"matmul_kji", {{"B", "B"}, {"C", "C"}}},
      {"tensor3_elemadd", {{"B", "B"}, {"C", "C"}}},
      {"tensor3_elemmul", {{"B", "B"}, {"C", "C"}}},
      {"tensor3_identity", {{"B", "B"}}},
      {"tensor3_innerprod", {{"B", "B"}, {"C", "C"}}},
      {"tensor3_mttkrp", {{"B", "B"}, {"C", "Cmttkrp"}, {"D", "Dmttkrp"}}},
      {"tensor3_ttm", {{"B", "B"}, {"C", "Cttm"}}},
      {"tensor3_ttv", {{"B", "B"}, {"c", "c"}}},
      {"vec_elemadd", {{"b", "b"}, {"c", "c"}}},
      {"vec_elemmul", {{"b", "b"}, {"c", "c"}}},
      {"vec_elemmul_uncompressed", {{"b", "b"}, {"c", "c"}}},
      {"vec_identity", {{"b", "b"}}},
      {"vec_scalar_mul", {{"b", "two"}, {"c", "c"}}},
  };
  return all;
}

const Application& application(const std::string& graph) {
  const auto found = std::ranges::find(applications(), graph, &Application::graph);
  if (found == applications().end()) {
    throw std::out_of_range("no application " + graph);
  }
  return *found;
}

Graph load_graph(const std::string& name) {
  return read_graph(YamlNode::load(source_path("graphs/" + name + ".yaml")));
}

std::vector<std::string> index_variables(const std::string& graph) {
  return variables(parse_program(load_graph(graph).expression).front());
}

MachineConfig load_config(const std::string& name) {
  MachineConfig config;
  config.merge(YamlNode::load(source_path("configs/" + name + ".yaml")));
  return config;
}

CheckedRun checked_run(const Simulation& simulation, const MachineConfig& config,
                       const RunOptions& options) {
  Simulation::Outcome outcome = simulation.run(config, options, false);
  CheckedRun run{.statistics = std::move(outcome.statistics), .results = {}, .fault = {}};
  if (run.statistics.status != RunStatus::finished) {
    run.fault = "the run did not finish";
    return run;
  }
  const Simulation::Check check = simulation.check(outcome.results);
  if (check.status != Simulation::Check::Status::ok) {
    run.fault = fmt::format("{} mismatches {}", check.mismatches, check.reason);
    for (const auto& [name, mismatches] : check.first) {
      for (const Mismatch& mismatch : mismatches) {
        run.fault +=
            fmt::format("\n  {}({}): {}, not {}", name, fmt::join(mismatch.coordinates, ","),
                        mismatch.got, mismatch.expected);
      }
    }
  }
  for (auto& [name, result] : outcome.results) {
    run.results.emplace(name, std::move(result.points));
  }
  return run;
}

}  // namespace fiberloom::testing
