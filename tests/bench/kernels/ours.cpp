#include "ours.h"

#include <optional>

#include "base/diagnostic.h"
#include "einsum/sizes.h"
#include "kernel/kernel_call.h"
#include "lower/compile.h"
#include "lower/kernel/kernel_lowering.h"

namespace fiberloom::bench {

struct OurKernel::Parts {
  PlannedProgram planned{};
  KernelSource source{};
  std::optional<CompiledKernel> kernel{};
  std::optional<KernelCall> call{};
  int threads = 1;
};

OurKernel::OurKernel(const KernelCompiler& compiler, const std::string& expression,
                     const std::vector<std::string>& formats,
                     const std::map<std::string, const Tensor*>& operands, int threads,
                     const std::vector<std::string>& schedule)
    : parts_(std::make_unique<Parts>()) {
  parts_->planned = plan_kernels(expression, {.formats = formats, .schedule = schedule});
  const Plan& plan = parts_->planned.plans.front();
  TensorShapes shapes;
  for (const auto& [name, tensor] : operands) {
    shapes[name] = {.sizes = tensor->shape()};
  }
  const IndexSizes sizes = index_sizes(parts_->planned.program, shapes);
  parts_->threads = threads;
  parts_->source =
      lower_to_kernel(plan, {}, ComponentType::float64, {.threads = threads, .sizes = sizes});
  if (threads > 1 && !parts_->source.parallel) {
    throw Error(ExitCode::internal, "no parallel kernel for " + expression);
  }
  parts_->kernel.emplace(compiler.compile(parts_->source));
  parts_->call.emplace(parts_->source, *parts_->kernel, operands, sizes,
                       shape_of(plan.statement.result, sizes));
}

OurKernel::~OurKernel() = default;

void OurKernel::run() {
  parts_->call->run(parts_->threads);
  if (parts_->source.result.format.letters.find('s') != std::string::npos) {
    parts_->call->clear();
  }
}

Answer OurKernel::answer() {
  parts_->call->run(parts_->threads);
  const Tensor result = parts_->call->result();
  Answer answer;
  if (result.format().letters.find('s') == std::string::npos) {
    answer.values = result.values().as<double>();
    return answer;
  }
  const CoordinateList list = unpack(result);
  answer.values = list.values.as<double>();
  for (size_t n = 0; n < list.entries(); ++n) {
    uint64_t key = 0;
    for (size_t mode = 0; mode < list.order(); ++mode) {
      key = key * list.shape[mode] + list.columns[mode][n];
    }
    answer.keys.push_back(key);
  }
  return answer;
}

uint64_t OurKernel::bytes() const { return parts_->call->bytes(); }
const std::string& OurKernel::text() const { return parts_->source.text; }

Entrant entrant(const std::shared_ptr<OurKernel>& kernel) {
  return {.name = "fiberloom",
          .run = [kernel] { kernel->run(); },
          .answer = [kernel] { return kernel->answer(); }};
}

}  // namespace fiberloom::bench
