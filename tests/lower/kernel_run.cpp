#include "lower/kernel_run.h"

#include <cstdlib>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/typing.h"
#include "kernel/kernel_call.h"
#include "lower/kernel/kernel_lowering.h"
#include "reference/compare.h"
#include "reference/evaluator.h"
#include "support/program.h"

namespace fiberloom::test {
namespace {

CoordinateList run_kernel(const Plan& plan, Data& known, const IndexSizes& sizes,
                          const StatementTypes& types, int threads) {
  const Access& result = plan.statement.result;
  for (const Expr& leaf : accesses(plan.statement.right)) {
    known.try_emplace(as<Access>(leaf)->tensor,
                      empty_list(shape_of(*as<Access>(leaf), sizes), types.compute));
  }
  const KernelSource source =
      lower_to_kernel(plan, types_of(known), types.compute, {.threads = threads, .sizes = sizes});
  const CompiledKernel kernel = test_compiler().compile(source);
  std::vector<std::unique_ptr<Tensor>> tensors;
  std::map<std::string, const Tensor*> operands;
  for (const KernelOperand& operand : source.operands) {
    tensors.push_back(std::make_unique<Tensor>(pack(known.at(operand.of), operand.format)));
    operands[operand.name] = tensors.back().get();
  }
  KernelCall call(source, kernel, operands, sizes, shape_of(result, sizes));
  call.run(threads);
  CoordinateList points = unpack(call.result());
  points.values = convert(points.values, types.result);
  return points;
}

}  // namespace

const KernelCompiler& test_compiler() {
  static const TemporaryFolder folder;
  // Kernels that are run once: the optimiser would take longer than all else.
  const char* chosen = std::getenv("FIBERLOOM_TEST_CFLAGS");
  static const KernelCompiler compiler(
      {.program = "", .flags = chosen != nullptr ? chosen : "-O0 -Wall -Wextra -Werror"},
      KernelCache(folder.path("cache")));
  return compiler;
}

Data run_kernels(const PlannedProgram& planned, const Data& data, const IndexSizes& sizes,
                 int threads) {
  const std::vector<StatementTypes> computed = statement_types(planned.program, types_of(data));
  Data known = data;
  Data results;
  for (size_t s = 0; s < planned.plans.size(); ++s) {
    CoordinateList points = run_kernel(planned.plans[s], known, sizes, computed[s], threads);
    const std::string& name = planned.plans[s].statement.result.tensor;
    known[name] = points;
    results[name] = std::move(points);
  }
  return results;
}

std::optional<std::string> kernel_disagreement(const PlannedProgram& planned, const Data& data,
                                               const IndexSizes& sizes, int threads) {
  const auto expected = expected_results(planned.program, data, sizes);
  return disagreement(expected, run_kernels(planned, data, sizes, threads),
                      {.accept_ieee_nan = true});
}

std::string kernel_texts(const PlannedProgram& planned, int threads) {
  std::string texts;
  for (const Plan& plan : planned.plans) {
    const std::string text =
        lower_to_kernel(plan, {}, ComponentType::float64, {.threads = threads}).text;
    texts += to_string(plan) + text.substr(text.find("\nint compute("));
  }
  return texts;
}

}  // namespace fiberloom::test
