#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "graphs/applications.h"
#include "support/program.h"
#include "tensor/read/reader.h"

// Every graph on tensors of public collections. Other operands are made from the tensor: shifted as
// SAM's experiments do, or uniform.

namespace fiberloom::testing {
namespace {

struct RealTensor {
  std::string file;
  std::string why;
};

const std::vector<RealTensor> kMatrices = {{"GD96_d.mtx", "pattern, empty rows"},
                                           {"arc130.mtx", "explicit zeros"},
                                           {"west0132.mtx", "an explicit zero"},
                                           {"lp_scsd1.mtx", "wide"},
                                           {"relat4.mtx", "tall, empty rows"},
                                           {"bcsstm02.mtx", "symmetric, diagonal"},
                                           {"LFAT5.mtx", "symmetric"},
                                           {"Erdos971.mtx", "symmetric pattern, empty rows"},
                                           {"skew_fp64.mtx", "skew-symmetric, tiny"},
                                           {"3by0.mtx", "no columns"}};

const std::vector<RealTensor> kTensors = {{"alyawarra_kinship.tns", "short innermost fibers"},
                                          {"wn18rr_test.tns", "empty slices"},
                                          {"hair_eye_color.tns", "dense"},
                                          {"taco_3tensor.tns", "a mode of size 1"},
                                          {"matmul_4-4-4.tns", "regular"}};

/// What stands for an operand of SAM's experiments where the tensor is not one of theirs. `main` is
/// the operand that is the tensor itself.
std::string recipe(const OperandRole& operand, const std::string& main, bool matrix_product) {
  if (operand.role == "two") {
    return "constant,value=2";
  }
  if (operand.role == "ones") {
    return "ones";
  }
  if (operand.role == "Bshift2") {
    return fmt::format("shifted,of={},by=2,values=2", main);
  }
  if (operand.role == "Bshift" || operand.role == "C") {
    return fmt::format("shifted,of={},transpose={},values=2", main, matrix_product ? 1 : 0);
  }
  return "uniform,density=0.25,values=1..9,seed=1";
}

/// `sizes` of variables that no operand read from a file gives.
WorkloadOptions workload_of(const Application& application, const std::string& file,
                            const std::vector<std::string>& sizes) {
  WorkloadOptions options;
  options.dimensions = sizes;
  const auto main = std::ranges::find(application.operands, "B", &OperandRole::role);
  for (const OperandRole& operand : application.operands) {
    if (operand.role == "B") {
      options.inputs.push_back(operand.name + ":" + file);
    } else {
      options.recipes.push_back(operand.name + ":" +
                                recipe(operand,
                                       main == application.operands.end() ? "" : main->name,
                                       application.graph.starts_with("matmul")));
    }
  }
  return options;
}

/// Sizes that the operands of the graph's own leave open, for a tensor of this shape.
std::vector<std::string> open_sizes(const std::string& graph, const std::vector<uint64_t>& shape) {
  if (graph == "mat_sddmm_unfused_1") {
    return {fmt::format("i:{}", shape[0]), fmt::format("j:{}", shape[1]), "k:3"};
  }
  if (graph.starts_with("mat_sddmm") && graph != "mat_sddmm_unfused_2") {
    return {"k:3"};
  }
  if (graph.starts_with("vec_")) {
    return {fmt::format("i:{}", shape[0])};
  }
  if (graph == "tensor3_ttm") {
    return {"k:5"};
  }
  return graph == "tensor3_mttkrp" ? std::vector<std::string>{"j:5"} : std::vector<std::string>{};
}

void check_graph(const Application& application, const RealTensor& tensor) {
  const std::string file = shared_path("datasets/real/" + tensor.file);
  const std::vector<uint64_t> shape = read_tensor(file).shape;
  const Simulation simulation(load_graph(application.graph),
                              workload_of(application, file, open_sizes(application.graph, shape)),
                              "");
  for (const std::string machine : {"ideal", "finite"}) {
    INFO(application.graph << " on " << tensor.file << " (" << tensor.why << "), " << machine);
    CHECK(checked_run(simulation, load_config(machine)).fault == "");
  }
}

}  // namespace

TEST_CASE("graphs are right on real matrices", "[graphs]") {
  if (shared_path("datasets/real").empty()) {
    return;
  }
  for (const Application& application : applications()) {
    if (!application.graph.starts_with("tensor3_")) {
      for (const RealTensor& matrix : kMatrices) {
        check_graph(application, matrix);
      }
    }
  }
}

TEST_CASE("graphs are right on real tensors of order 3", "[graphs]") {
  if (shared_path("datasets/real").empty()) {
    return;
  }
  for (const Application& application : applications()) {
    if (application.graph.starts_with("tensor3_")) {
      for (const RealTensor& tensor : kTensors) {
        check_graph(application, tensor);
      }
    }
  }
}

}  // namespace fiberloom::testing
