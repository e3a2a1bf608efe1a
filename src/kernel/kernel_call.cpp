#include "kernel/kernel_call.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostic.h"

namespace fiberloom {
namespace {

/// What a map has under a name that the kernel's source gives.
template <class T>
const T& needed(const std::map<std::string, T>& from, const std::string& name) {
  const auto found = from.find(name);
  if (found == from.end()) {
    throw Error(ExitCode::internal, fmt::format("a kernel is not given its argument {}", name));
  }
  return found->second;
}

}  // namespace

KernelCall::KernelCall(const KernelSource& source, const CompiledKernel& kernel,
                       const std::map<std::string, const Tensor*>& operands,
                       const IndexSizes& sizes, std::vector<uint64_t> shape)
    : source_(source), kernel_(kernel.function), result_(source, std::move(shape)) {
  for (const KernelOperand& operand : source.operands) {
    operands_.emplace_back(operand, *needed(operands, operand.name), source.wide);
  }
  std::ranges::transform(operands_, std::back_inserter(views_), &BoundOperand::view);
  for (const std::string& variable : source.sizes) {
    sizes_.push_back(static_cast<int64_t>(needed(sizes, variable)));
  }
}

void KernelCall::run(int threads) {
  result_.clear();
  const int status = kernel_(views_.data(), sizes_.data(), threads, result_.view());
  switch (status) {
    case FIBERLOOM_OK:
      return;
    case FIBERLOOM_OUT_OF_MEMORY:
      result_.clear();
      throw Error(ExitCode::limit,
                  fmt::format("the kernel ran out of memory for {}", source_.result.name));
    case FIBERLOOM_DIVISION_BY_ZERO:
      refuse_division();
    default:
      throw Error(ExitCode::internal, fmt::format("a kernel returned the status {}", status));
  }
}

void KernelCall::refuse_division() const {
  std::vector<std::string> place;
  for (size_t v = 0; v < source_.loops.size(); ++v) {
    place.push_back(fmt::format("{}={}", source_.loops[v], result_.coordinates()[v]));
  }
  throw bad_input(fmt::format("integer division by zero{}{}", place.empty() ? "" : " at ",
                              fmt::join(place, ", ")));
}

uint64_t KernelCall::bytes() const {
  uint64_t bytes = result_.bytes();
  for (const BoundOperand& operand : operands_) {
    bytes += operand.bytes();
  }
  return bytes;
}

}  // namespace fiberloom
