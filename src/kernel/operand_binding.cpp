#include "kernel/operand_binding.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

constexpr uint64_t kNarrow = std::numeric_limits<int32_t>::max();
constexpr uint64_t kCacheLine = 64;

/// The `count` unsigned numbers of an array as signed ones of another width.
template <class To>
std::vector<To> converted(const LevelArray& array) {
  if (array.width == sizeof(uint32_t)) {
    const auto* from = static_cast<const uint32_t*>(array.data);
    return {from, from + array.count};
  }
  const auto* from = static_cast<const uint64_t*>(array.data);
  std::vector<To> to(array.count);
  std::transform(from, from + array.count, to.begin(),
                 [](uint64_t number) { return static_cast<To>(number); });
  return to;
}

void require(bool holds, const KernelOperand& operand, const std::string& what) {
  if (!holds) {
    throw Error(ExitCode::internal, fmt::format("operand {} of a kernel {}", operand.name, what));
  }
}

}  // namespace

bool needs_wide(const Tensor& tensor) {
  for (size_t k = 0; k < tensor.order(); ++k) {
    if (tensor.level(k).size() > kNarrow || tensor.level(k).positions() > kNarrow) {
      return true;
    }
  }
  return false;
}

BoundOperand::BoundOperand(const KernelOperand& operand, const Tensor& tensor, bool wide) {
  require(tensor.format() == operand.format, operand,
          fmt::format("is stored as {}, not {}", to_string(tensor.format()),
                      to_string(operand.format)));
  require(wide || !needs_wide(tensor), operand, "needs positions of 64 bits");
  for (size_t k = 0; k < tensor.order(); ++k) {
    fiberloom_level level{.size = static_cast<int64_t>(tensor.level(k).size()),
                          .segments = nullptr,
                          .coordinates = nullptr};
    for (const LevelArray& array : tensor.level(k).arrays()) {
      const bool segments = array.name == "segments";
      require(segments || array.name == "coordinates", operand,
              fmt::format("has a level with {}", array.name));
      (segments ? level.segments : level.coordinates) = numbers(array, wide);
    }
    levels_.push_back(level);
  }
  bind_values(operand, tensor);
}

const void* BoundOperand::numbers(const LevelArray& array, bool wide) {
  const uint64_t width = wide ? sizeof(int64_t) : sizeof(int32_t);
  bytes_ += array.count * width;
  if (array.width == width) {
    return array.data;
  }
  if (wide) {
    return widened_.emplace_back(converted<int64_t>(array)).data();
  }
  return narrowed_.emplace_back(converted<int32_t>(array)).data();
}

void BoundOperand::bind_values(const KernelOperand& operand, const Tensor& tensor) {
  const Values* values = &tensor.values();
  if (values->type() != operand.type) {
    values = &converted_.emplace_back(convert(*values, operand.type));
  }
  values_ = values->visit([](const auto& v) -> const void* { return v.data(); });
  bytes_ += values->bytes();
  const bool dense = std::ranges::all_of(
      operand.format.letters, [](char letter) { return LevelFormats::find(letter)->full; });
  if (dense && tensor.order() > 1) {
    align_values(values->bytes());
  }
}

void BoundOperand::align_values(uint64_t bytes) {
  if (reinterpret_cast<uintptr_t>(values_) % kCacheLine == 0) {
    return;
  }
  // Where there is no memory for it, the values stay where they are.
  aligned_.reset(
      std::aligned_alloc(kCacheLine, (bytes + kCacheLine - 1) / kCacheLine * kCacheLine));
  if (aligned_ != nullptr) {
    std::memcpy(aligned_.get(), values_, bytes);
    values_ = aligned_.get();
  }
}

}  // namespace fiberloom
